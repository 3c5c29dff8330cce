import type { Skill as AgentSkill } from "@tau/agent";
import { loadSkillsAt as loadFilesAt } from "@tau/agent/node";
import type { LoadedItems } from "../discovery/index.ts";
import type { SourceInfo } from "../source-info.ts";

/** A skill with its source. */
export interface Skill extends AgentSkill {
  sourceInfo: SourceInfo;
}

export type DescribeSource = (path: string) => SourceInfo;

export function loadSkillsAt(path: string, describe: DescribeSource): LoadedItems<Skill> {
  const { skills, diagnostics } = loadFilesAt(path);
  return { items: skills.map((skill) => ({ ...skill, sourceInfo: describe(skill.filePath) })), diagnostics };
}
