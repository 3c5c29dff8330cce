import type { Skill } from "./skill.ts";

export interface ParsedSkillBlock {
  name: string;
  location: string;
  content: string;
  userMessage: string | undefined;
}

/** The list the model chooses from. Skills that only the user may call are not on it. */
export function formatSkillsForPrompt(
  skills: readonly Skill[],
  fileReadTool: "read" | "bash" | "indirect" = "read",
): string {
  const offered = skills.filter(({ disableModelInvocation }) => !disableModelInvocation);
  if (offered.length === 0) return "";
  const how = fileReadTool === "indirect" ? "Read" : `Use the ${fileReadTool} tool to load`;
  const entries = offered.map(({ name, description, filePath }) =>
    [
      "  <skill>",
      `    <name>${escapeXml(name)}</name>`,
      `    <description>${escapeXml(description)}</description>`,
      `    <location>${escapeXml(filePath)}</location>`,
      "  </skill>",
    ].join("\n"),
  );
  return [
    "These skills hold instructions for particular kinds of work.",
    `${how} a skill's file when the task fits its description; paths in it count from its folder.`,
    "",
    "<available_skills>",
    ...entries,
    "</available_skills>",
  ].join("\n");
}

/** What `/skill:name arguments` sends: the skill itself, then what the user added. */
export function formatSkillBlock({ name, filePath, baseDir }: Skill, body: string, userMessage = ""): string {
  const head = `<skill name="${escapeXml(name)}" location="${escapeXml(filePath)}">`;
  const block = `${head}\nPaths in this skill count from ${baseDir}.\n\n${body.trim()}\n</skill>`;
  return userMessage.trim() ? `${block}\n\n${userMessage.trim()}` : block;
}

/** The parts of such a message, or `null` where the text is another. */
export function parseSkillBlock(text: string): ParsedSkillBlock | null {
  const match = /^<skill name="([^"]*)" location="([^"]*)">\n([\s\S]*?)\n<\/skill>(?:\n\n([\s\S]+))?$/.exec(text);
  if (!match) return null;
  const [, name = "", location = "", content = "", userMessage] = match;
  return { name: unescapeXml(name), location: unescapeXml(location), content, userMessage };
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function unescapeXml(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
