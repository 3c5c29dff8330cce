import { readFile } from "node:fs/promises";
import { expandPromptTemplate, formatSkillBlock, type PromptTemplate, parseSkillCommand, type Skill } from "@tau/agent";

export interface InputResources {
  readonly skills: readonly Skill[];
  readonly prompts: readonly PromptTemplate[];
}

/** Replaces `/skill:name …` by the skill's instructions and `/name …` by the template of that name; any other text stays. */
export async function expandInput(text: string, { skills, prompts }: InputResources): Promise<string> {
  const command = parseSkillCommand(text);
  if (!command) return expandPromptTemplate(text, prompts);
  const skill = skills.find(({ name }) => name === command.name);
  return skill ? formatSkillBlock(skill, await readFile(skill.filePath, "utf8"), command.args) : text;
}
