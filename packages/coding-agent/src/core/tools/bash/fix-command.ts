import type { BashToolInput } from "./parameters.ts";

/**
 * Repairs what models write by mistake around a command, before it is judged and run: a Markdown fence, prompts of a shell, line ends of
 * Windows, `&&` as HTML has it. None of these changes a command that would have worked.
 */
export function fixArguments(args: unknown): BashToolInput {
  const { command } = (args ?? {}) as { readonly command?: unknown };
  return typeof command === "string"
    ? { ...(args as BashToolInput), command: fixCommand(command) }
    : (args as BashToolInput);
}

export function fixCommand(command: string): string {
  return withoutEntities(withoutPrompts(withoutFence(withUnixLines(command))));
}

/** A text in which some lines end otherwise, or that quotes them, means its carriage returns. */
function withUnixLines(command: string): string {
  const isWindows = command.includes("\r\n") && !/[^\r]\n|\r(?!\n)|['"]|<</.test(command);
  return isWindows ? command.replaceAll("\r\n", "\n") : command;
}

const FENCE = /^\s*```(?:bash|sh|shell|zsh|console)?[ \t]*\n([\s\S]*?)\n?```\s*$/;

function withoutFence(command: string): string {
  const inner = FENCE.exec(command)?.[1];
  return inner === undefined || inner.includes("```") ? command : inner;
}

/** `$` alone is no program. */
function withoutPrompts(command: string): string {
  const lines = command.split("\n");
  return lines.every((line) => line.trim() === "" || /^\s*\$ /.test(line))
    ? lines.map((line) => line.replace(/^\s*\$ /, "")).join("\n")
    : command;
}

/** `&amp;&amp;` outside quotes is an error of syntax; what stands in quotes or a here document may be meant. */
function withoutEntities(command: string): string {
  if (!command.includes("&amp;&amp;") || /['"`\\]|<</.test(command)) return command;
  return command.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
