import { stripFrontmatter } from "../frontmatter/frontmatter.ts";
import { escapeXml, unescapeXml } from "../prompt/xml.ts";
import type { Skill } from "./skill.ts";

export interface ParsedSkillBlock {
  name: string;
  location: string;
  content: string;
  userMessage: string | undefined;
}

/** Parses `/skill:name the rest`; returns `undefined` for any other text. */
export function parseSkillCommand(text: string): { name: string; args: string } | undefined {
  const match = /^\/skill:(?<name>\S+)(?:\s+(?<args>[\s\S]*))?$/.exec(text);
  return match?.groups?.name === undefined
    ? undefined
    : { name: match.groups.name, args: match.groups.args?.trim() ?? "" };
}

/** Returns the message for a skill that the user invoked: its instructions, then the user's request. */
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

/** Recovers a skill from the message that `formatSkillBlock` made; returns `null` for any other text. */
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
