import { expandPromptTemplate, formatSkillBlock, type PromptTemplate, parseSkillCommand, type Skill } from "@tau/agent";

export interface InputResources {
  readonly skills: readonly Skill[];
  readonly prompts: readonly PromptTemplate[];
}

/** Replaces `/skill:name …` with the skill's instructions and `/name …` with the template of that name. Other text is returned unchanged. */
export async function expandInput(text: string, { skills, prompts }: InputResources): Promise<string> {
  const command = parseSkillCommand(text);
  if (!command) return expandPromptTemplate(text, prompts);
  const skill = skills.find(({ name }) => name === command.name);
  if (!skill) return text;
  const { FILE_LIMITS, readOrdinaryFile } = await import("../../files/ordinary-file.ts");
  const instructions = await readOrdinaryFile(skill.filePath, FILE_LIMITS.config);
  return formatSkillBlock(skill, instructions.toString("utf8"), command.args);
}
