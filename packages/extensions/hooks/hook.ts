import type { HookSettings, ListedResource } from "@tau/coding-agent";

/** Events that Tau has. Hooks of other events are listed and never run. */
const EVENTS = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "UserPromptSubmit",
  "Stop",
  "SubagentStart",
  "SubagentStop",
  "SessionStart",
  "SessionEnd",
  "PreCompact",
  "PostCompact",
  "Notification",
] as const;

export type HookEvent = (typeof EVENTS)[number];

/** A program or an address that receives an event and may decide on it. */
export interface Hook {
  readonly event: string;
  readonly matcher: string;
  readonly type: string;
  /** The command line, the program if there are `args`, or the URL. */
  readonly target: string;
  /** Arguments: the program is then started without a shell. */
  readonly args?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of variables that headers may contain. */
  readonly allowedEnvVars?: readonly string[];
  readonly timeoutMs?: number;
  /** A permission rule that the call must fit. */
  readonly condition?: string;
  readonly statusMessage?: string;
  readonly isAsync: boolean;
  /** A failure of the asynchronous hook starts a run. */
  readonly wakes: boolean;
  /** The settings file. */
  readonly path: string;
  /** Variables of the plugin that it belongs to. */
  readonly env?: Readonly<Record<string, string>>;
  readonly scope: "user" | "project" | "temporary";
  /** Why the hook never runs. */
  readonly problem?: string;
}

/** Returns the hooks of a file in their order. A wrong entry is kept with its problem, so that it can be shown. */
export function readHooks(file: ListedResource<HookSettings>): Hook[] {
  const { path, scope } = file.sourceInfo;
  const origin = { path, scope, ...(file.env ? { env: file.env } : {}) };
  return Object.entries(file.hooks).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return [broken({ event, ...origin }, "its value must be a list")];
    return groups.flatMap((group: unknown) => readGroup(group, { event, ...origin }));
  });
}

type Origin = Pick<Hook, "event" | "path" | "scope" | "env">;

function readGroup(group: unknown, origin: Origin): Hook[] {
  if (!isRecord(group) || !Array.isArray(group.hooks)) return [broken(origin, '"hooks" must be a list')];
  const matcher = typeof group.matcher === "string" ? group.matcher : "";
  return group.hooks.map((each: unknown) => readHook(each, matcher, origin));
}

function readHook(given: unknown, matcher: string, origin: Origin): Hook {
  if (!isRecord(given)) return broken(origin, "a hook must be an object");
  const { type = "command", command, url, args, timeout, headers, allowedEnvVars, statusMessage } = given;
  const target = type === "http" ? url : command;
  const hook: Hook = {
    ...origin,
    matcher,
    type: String(type),
    target: typeof target === "string" ? target : "",
    ...(isTextList(args) ? { args } : {}),
    ...(typeof timeout === "number" && timeout > 0 ? { timeoutMs: timeout * 1000 } : {}),
    ...(isRecord(headers) ? { headers: textsIn(headers) } : {}),
    ...(isTextList(allowedEnvVars) ? { allowedEnvVars } : {}),
    ...(typeof statusMessage === "string" ? { statusMessage } : {}),
    ...(typeof given.if === "string" ? { condition: given.if } : {}),
    isAsync: given.async === true || given.asyncRewake === true,
    wakes: given.asyncRewake === true,
  };
  const problem = problemOf(hook);
  return problem === undefined ? hook : { ...hook, problem };
}

function problemOf({ event, type, target, matcher }: Hook): string | undefined {
  if (!(EVENTS as readonly string[]).includes(event)) return `Tau has no event ${event}`;
  if (type !== "command" && type !== "http") return `Tau runs no hooks of the type ${type}`;
  if (target === "") return type === "http" ? '"url" is missing' : '"command" is missing';
  if (type === "http" && !/^https?:\/\//.test(target)) return "its URL must begin with http:// or https://";
  return isExactMatcher(matcher) || isExpression(matcher) ? undefined : "its matcher is no regular expression";
}

/** A matcher of names alone is a list of exact names; any other is a regular expression. */
export function isExactMatcher(matcher: string): boolean {
  return matcher === "*" || /^[\w\- ,|]*$/.test(matcher);
}

function isExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function broken(origin: Origin, problem: string): Hook {
  return { ...origin, matcher: "", type: "command", target: "", isAsync: false, wakes: false, problem };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function textsIn(record: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]));
}
