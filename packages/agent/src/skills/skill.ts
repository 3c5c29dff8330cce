/** Instructions for one kind of work, with the files beside them. The model is told that it exists and reads it when it needs it. */
export interface Skill {
  name: string;
  description: string;
  filePath: string;
  /** What relative paths in the instructions start from. */
  baseDir: string;
  /** Only a person may call it. */
  disableModelInvocation: boolean;
}

export interface SkillFrontmatter {
  name?: string;
  description?: string;
  "disable-model-invocation"?: boolean;
  [key: string]: unknown;
}
