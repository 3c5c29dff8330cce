import { isObject } from "../../core/json-file/index.ts";
import { KNOWN_TOOLS, parseRule, type RuleDecision } from "../../core/permission/rule.ts";

/** Settings of another agent converted to Tau's form, and those that have no equivalent. */
export interface ConvertedSettings {
  readonly settings: Record<string, unknown>;
  readonly left: readonly { readonly what: string; readonly reason: string }[];
}

type Left = ConvertedSettings["left"][number];

/** Converts Claude's settings: permission rules and folders. Hooks are not copied: Tau is told to run them where they are. */
export function claudeSettings({ permissions, hooks }: Record<string, unknown>): ConvertedSettings {
  const { settings, left } = claudeRules(permissions);
  const hasHooks = isObject(hooks) && Object.keys(hooks).length > 0;
  return { settings: { ...settings, ...(hasHooks ? { claudeHooks: true } : {}) }, left };
}

/** Rules mean the same here, except for paths that begin with a slash. */
function claudeRules(permissions: unknown): ConvertedSettings {
  if (!isObject(permissions)) return { settings: {}, left: [] };
  const decisions = ["allow", "ask", "deny"] as const;
  const lists = decisions.map((decision) => [decision, rulesOf(permissions[decision], decision)] as const);
  const kept = lists.filter(([, { rules }]) => rules.length > 0).map(([decision, { rules }]) => [decision, rules]);
  const folders = textsOf(permissions.additionalDirectories);
  const others = Object.keys(permissions).filter((key) => !READ.has(key));
  return {
    settings: {
      ...(kept.length > 0 ? { permissions: Object.fromEntries(kept) } : {}),
      ...(folders.length > 0 ? { workspace: { folders } } : {}),
    },
    left: [
      ...lists.flatMap(([, { left }]) => left),
      ...others.map((key) => ({ what: `permissions.${key}`, reason: "choose the mode in Tau with /permissions" })),
    ],
  };
}

const READ: ReadonlySet<string> = new Set(["allow", "ask", "deny", "additionalDirectories"]);

function rulesOf(texts: unknown, decision: RuleDecision): { readonly rules: string[]; readonly left: Left[] } {
  const rules: string[] = [];
  const left: Left[] = [];
  for (const text of textsOf(texts)) {
    const reason = unusable(text, decision);
    if (reason === undefined) rules.push(fromClaudeHome(text));
    else left.push({ what: `permissions.${decision}: ${text}`, reason });
  }
  return { rules, left };
}

function unusable(text: string, decision: RuleDecision): string | undefined {
  const parsed = parseRule(text, { decision, source: "user", base: "/" });
  if ("problem" in parsed) return "it is not a rule that Tau can follow";
  const [name = ""] = text.split("(", 1);
  const isKnown = KNOWN_TOOLS.has(name) || /^mcp__/.test(name) || name.includes("*");
  if (!isKnown) return `Tau has no tool ${name}`;
  // `Bash(run_in_background:true)` refers to an argument; `Bash(npm run:*)` and `WebFetch(domain:x)` do not.
  const isArgument = /^\w+:(?!\*$)/.test(parsed.rule.specifier ?? "") && name !== "Bash" && name !== "WebFetch";
  return isArgument ? "Tau has no rules for single arguments" : undefined;
}

/** Rewrites paths that begin with a single slash: they are relative to the folder of the settings file, which was Claude's. */
function fromClaudeHome(text: string): string {
  return text.replace(/^((?:Read|Edit|Write|MultiEdit|NotebookEdit)\()\/(?!\/)/, "$1~/.claude/");
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
