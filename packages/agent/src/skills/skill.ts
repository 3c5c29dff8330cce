/** Instructions for one kind of work, with the files beside them. The prompt lists the skill, and the model reads it when needed. */
export interface Skill {
  name: string;
  description: string;
  filePath: string;
  /** The base of relative paths in the instructions. */
  baseDir: string;
  /** Only the user may invoke it. */
  disableModelInvocation: boolean;
}

export interface SkillFrontmatter {
  name?: string;
  description?: string;
  "disable-model-invocation"?: boolean;
  [key: string]: unknown;
}
