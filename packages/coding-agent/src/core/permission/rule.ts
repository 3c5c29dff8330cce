/** The origin of a rule. A managed rule comes from the administrator and cannot be overridden. */
export type RuleSource = "managed" | "user" | "project" | "session" | "command-line";

export type RuleDecision = "allow" | "ask" | "deny";

/** One line of `permissions`: `Bash(git diff:*)`, `Edit(src/**)`, `WebFetch(domain:example.com)`, `mcp__server__tool`. */
export interface PermissionRule {
  readonly decision: RuleDecision;
  readonly source: RuleSource;
  /** The original text, for messages. */
  readonly text: string;
  /** Names of our tools; may contain globs in deny and ask rules. */
  readonly tools: readonly string[];
  /** The text in the parentheses. Absent: every call of the tool. */
  readonly specifier?: string;
  /** Base of paths that begin with a slash. */
  readonly base: string;
}

export type ParsedRule = { readonly rule: PermissionRule } | { readonly problem: string };

/** Tool names of other agents, with our tools that do the same. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  Bash: ["bash"],
  PowerShell: ["powershell"],
  Read: ["read", "grep", "find", "ls"],
  Grep: ["grep"],
  Glob: ["find"],
  LS: ["ls"],
  Edit: ["edit", "write"],
  Write: ["edit", "write"],
  MultiEdit: ["edit", "write"],
  NotebookEdit: ["edit", "write"],
  WebFetch: ["fetch"],
  WebSearch: ["web_search"],
  Agent: ["task"],
  Task: ["task"],
  TodoWrite: ["todo"],
};

/** Tool names of other agents that rules may use. */
export const KNOWN_TOOLS: ReadonlySet<string> = new Set(Object.keys(TOOLS));

const FORM = /^([\w*.-]+)(?:\((.*)\))?$/s;

export function parseRule(text: string, origin: Pick<PermissionRule, "decision" | "source" | "base">): ParsedRule {
  const [, name, inside] = FORM.exec(text.trim()) ?? [];
  if (name === undefined)
    return {
      problem: `The permission rule "${text}" is not valid. Write it as Tool or Tool(pattern), for example Bash(git diff:*).`,
    };
  if (origin.decision === "allow" && name.includes("*") && !/^mcp__[\w-]+__/.test(name))
    return {
      problem: `The permission rule "${text}" would allow every tool. Name the tool, or the MCP server as mcp__server__*.`,
    };
  const specifier = inside === undefined || inside === "*" || inside === "" ? undefined : inside;
  const tools = Object.hasOwn(TOOLS, name) ? (TOOLS[name] ?? []) : [mcpName(name)];
  return { rule: { ...origin, text: text.trim(), tools, ...(specifier === undefined ? {} : { specifier }) } };
}

/** Expands `mcp__server` to all tools of that server. */
function mcpName(name: string): string {
  return /^mcp__[\w-]+$/.test(name) && !/^mcp__.+__/.test(name) ? `${name}__*` : name;
}

/** Returns whether a rule applies to this tool. */
export function isAboutTool({ tools }: PermissionRule, tool: string): boolean {
  return tools.some((name) => (name.includes("*") ? wildcard(name).test(tool) : name === tool));
}

/**
 * Returns whether a pattern with `*` matches a whole line. A pattern that ends in ` *` or `:*` also matches the text
 * before it alone.
 */
export function fitsLine(pattern: string, line: string): boolean {
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(pattern)?.[1];
  if (prefix !== undefined && !prefix.includes("*")) return line === prefix || line.startsWith(`${prefix} `);
  if (prefix !== undefined) return wildcard(prefix).test(line) || wildcard(`${prefix} *`).test(line);
  return wildcard(pattern).test(line);
}

function wildcard(pattern: string): RegExp {
  const escaped = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[^]*")}$`);
}
