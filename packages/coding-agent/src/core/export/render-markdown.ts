import type { MessagePart } from "./message-parts.ts";

export function renderMarkdown(title: string, parts: readonly MessagePart[]): string {
  const said = parts.filter(({ text }) => text.trim() !== "");
  return `# ${title}\n\n${said.map(renderPart).join("\n\n")}\n`;
}

function renderPart({ kind, title, text }: MessagePart): string {
  switch (kind) {
    case "user":
      return `## You\n\n${text}`;
    case "text":
      return text;
    case "image":
      return `![${title}](${text})`;
    case "thinking":
    case "note":
      return text.replace(/^/gm, "> ");
    default:
      return `**${title}**\n\n${fenced(text)}`;
  }
}

/** Wraps the text in a fence longer than any run of backticks in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
