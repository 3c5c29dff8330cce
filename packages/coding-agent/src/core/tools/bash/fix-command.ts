import type { BashToolInput } from "./parameters.ts";

/**
 * Repairs what models mistakenly write around a command, before it is judged and run: a Markdown fence, shell prompts,
 * Windows line ends, and `&&` escaped as HTML. None of these changes a command that would have worked.
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

/** Converts Windows line ends, unless line ends are mixed or there is quoted text: then the carriage returns are intended. */
function withUnixLines(command: string): string {
  const isWindows = command.includes("\r\n") && !/[^\r]\n|\r(?!\n)|['"]|<</.test(command);
  return isWindows ? command.replaceAll("\r\n", "\n") : command;
}

const FENCE = /^\s*```(?:bash|sh|shell|zsh|console)?[ \t]*\n([\s\S]*?)\n?```\s*$/;

function withoutFence(command: string): string {
  const inner = FENCE.exec(command)?.[1];
  return inner === undefined || inner.includes("```") ? command : inner;
}

/** Removes `$ ` prompts: `$` alone is not a program. */
function withoutPrompts(command: string): string {
  const lines = command.split("\n");
  return lines.every((line) => line.trim() === "" || /^\s*\$ /.test(line))
    ? lines.map((line) => line.replace(/^\s*\$ /, "")).join("\n")
    : command;
}

/** Replaces HTML entities. `&amp;&amp;` outside quotes is a syntax error; inside quotes or a here-document it may be intended. */
function withoutEntities(command: string): string {
  if (!command.includes("&amp;&amp;") || /['"`\\]|<</.test(command)) return command;
  return command.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
