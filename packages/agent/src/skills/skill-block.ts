import { stripFrontmatter } from "../frontmatter/frontmatter.ts";
import { escapeXml, unescapeXml } from "../prompt/xml.ts";
import type { Skill } from "./skill.ts";

export interface ParsedSkillBlock {
  name: string;
  location: string;
  content: string;
  userMessage: string | undefined;
}

/** `/skill:name the rest`, taken apart; `undefined` for any other text. */
export function parseSkillCommand(text: string): { name: string; args: string } | undefined {
  const match = /^\/skill:(?<name>\S+)(?:\s+(?<args>[\s\S]*))?$/.exec(text);
  return match?.groups?.name === undefined
    ? undefined
    : { name: match.groups.name, args: match.groups.args?.trim() ?? "" };
}

/** The message that a skill called by a person becomes: its instructions, then what they asked for. */
export function formatSkillBlock(skill: Skill, fileContent: string, args = ""): string {
  const { name, filePath, baseDir } = skill;
  const block = [
    `<skill name="${escapeXml(name)}" location="${escapeXml(filePath)}">`,
    `References are relative to ${baseDir}.`,
    "",
    stripFrontmatter(fileContent),
    "</skill>",
  ].join("\n");
  return args === "" ? block : `${block}\n\n${args}`;
}

const BLOCK =
  /^<skill name="(?<name>[^"]*)" location="(?<location>[^"]*)">\n(?<content>[\s\S]*?)\n<\/skill>(?:\n\n(?<rest>[\s\S]+))?$/;

/** Finds a skill again in the message it became; `null` for any other text. */
export function parseSkillBlock(text: string): ParsedSkillBlock | null {
  const groups = BLOCK.exec(text)?.groups;
  if (groups?.name === undefined || groups.location === undefined || groups.content === undefined) return null;
  return {
    name: unescapeXml(groups.name),
    location: unescapeXml(groups.location),
    content: groups.content,
    userMessage: groups.rest?.trim() || undefined,
  };
}
