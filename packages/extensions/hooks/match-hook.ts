import { type Hook, isExactMatcher } from "./hook.ts";

/** What the matcher and the condition of a hook are compared with. */
export interface HookSubject {
  /** The names that a matcher may use; empty for an event without a matcher. */
  readonly names: readonly string[];
  /** The field of a tool's input that a condition is about: the command, path or URL. */
  readonly field?: string;
}

export function fitsSubject({ matcher, condition }: Hook, { names, field }: HookSubject): boolean {
  if (names.length > 0 && !fitsMatcher(matcher, names)) return false;
  return condition === undefined || fitsCondition(condition, names, field);
}

function fitsMatcher(matcher: string, names: readonly string[]): boolean {
  if (matcher === "" || matcher === "*") return true;
  if (!isExactMatcher(matcher)) return names.some((name) => new RegExp(matcher).test(name));
  const wanted = matcher.split(/[|,]/).map((name) => name.trim());
  return names.some((name) => wanted.includes(name));
}

/** A rule such as `Bash(git push *)`. A rule that cannot be read lets the hook run, since the hook may be a guard. */
function fitsCondition(condition: string, names: readonly string[], field: string | undefined): boolean {
  const [, tool, pattern] = /^([\w*-]+)(?:\((.*)\))?$/s.exec(condition.trim()) ?? [];
  if (tool === undefined) return true;
  if (!names.some((name) => wildcard(tool).test(name))) return false;
  if (pattern === undefined || pattern === "" || pattern === "*" || field === undefined) return true;
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(pattern)?.[1];
  const parts = tool === "Bash" ? [field, ...field.split(/&&|\|\||[;|&\n]/)] : [field];
  return parts.some((part) => {
    const text = part.trim();
    if (prefix !== undefined && (text === prefix || text.startsWith(`${prefix} `))) return true;
    return wildcard(pattern).test(text);
  });
}

function wildcard(pattern: string): RegExp {
  const escaped = pattern.split(/\*+/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[^]*")}$`);
}
