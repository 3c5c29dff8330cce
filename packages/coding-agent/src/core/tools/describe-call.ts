import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { PermissionRequest } from "../permission/index.ts";
import { pathVariants } from "./existing-path.ts";
import { resolveToCwd } from "./path.ts";
import { splitMember } from "./read/split-member.ts";
import { type BuiltinTool, builtinTools } from "./registry.ts";
import { isOwnUrl } from "./urls/is-own-url.ts";
import type { UrlScheme } from "./urls/url-scheme.ts";

/** Describes the effects of a call of a tool that is not built in. */
export type DescribeEffects = (args: unknown, cwd: string) => Omit<PermissionRequest, "tool">;

/** All declarations of such a tool about its calls. */
export interface SaidEffects {
  /** Batteries are our own, so their hints are trusted. */
  readonly isBattery: boolean;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly openWorldHint?: boolean };
  readonly describe?: DescribeEffects;
  /** Schema of the arguments. */
  readonly parameters?: unknown;
}

/** Registered URL schemes, besides the session's own. */
type Schemes = readonly Pick<UrlScheme, "scheme">[];

/** Describes what a call is about to do, for a policy to decide on. */
export function describeCall(
  toolName: string,
  args: unknown,
  cwd: string,
  said?: SaidEffects,
  schemes: Schemes = [],
): PermissionRequest {
  const toPath = (given: string) => pathOrUrl(given, cwd, schemes);
  const described = said && describedCall(toolName, said, args, { cwd, toPath });
  if (described) return described;
  const tool = builtinTools.find((candidate) => candidate.name === toolName);
  if (!tool || (said && !takesSameArguments(said, tool))) return { tool: toolName, effect: "unknown" };
  const { path = ".", command } = args as { path?: string; command?: string };
  if (command !== undefined) {
    // An extension starts its commands itself, so the sandbox does not confine them.
    const started = said?.isBattery === false ? { isUnconfined: true } : {};
    return { tool: toolName, effect: tool.effect, paths: [cwd], command, ...started };
  }
  const named = tool.takesUrls ? toPath(path) : resolveToCwd(path, cwd);
  // Rules name reading from the web `WebFetch`, whichever tool does it.
  if (tool.effect === "read" && /^https?:\/\//i.test(named))
    return { tool: "fetch", effect: "network", paths: [named], host: URL.parse(named)?.hostname ?? named };
  // `read` also takes `.env:3` and `a.zip:entry`: a rule for the file must match.
  const file = toolName === "read" && isAbsolute(named) && !existsSync(named) ? splitMember(path, cwd) : undefined;
  return { tool: toolName, effect: tool.effect, paths: spellings(file?.absolutePath ?? named, path, cwd) };
}

/** Returns whether a tool in place of a built-in one takes no argument that the built-in one does not know. */
function takesSameArguments({ parameters }: SaidEffects, tool: BuiltinTool): boolean {
  const known = propertiesOf(tool.create("/", {}).parameters) ?? [];
  return (propertiesOf(parameters) ?? []).every((name) => known.includes(name) || name === "async");
}

function propertiesOf(schema: unknown): string[] | undefined {
  const { properties } = (schema ?? {}) as { readonly properties?: object };
  return properties && Object.keys(properties);
}

/** Returns a path, and other spellings of it that a tool would open because the path itself does not exist. */
function spellings(named: string, given: string, cwd: string): string[] {
  if (!isAbsolute(named)) return [named];
  const variants = pathVariants(named, resolve(cwd, given));
  return variants.length === 0 || existsSync(named) ? [named] : [named, ...variants.filter((path) => existsSync(path))];
}

function pathOrUrl(given: string, cwd: string, schemes: Schemes): string {
  const name = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given)?.[1]?.toLowerCase();
  const isUrl = isOwnUrl(given) || schemes.some(({ scheme }) => scheme.toLowerCase() === name);
  return isUrl ? given : resolveToCwd(given, cwd);
}

/** Returns the tool's own description of a call. A tool whose description fails counts as undescribed. */
function describedCall(
  tool: string,
  { describe, annotations = {}, isBattery }: SaidEffects,
  args: unknown,
  { cwd, toPath }: { readonly cwd: string; toPath(given: string): string },
): PermissionRequest | undefined {
  if (!describe) {
    const { readOnlyHint, openWorldHint } = annotations;
    if (!isBattery || readOnlyHint !== true || openWorldHint === undefined) return undefined;
    return { tool, effect: openWorldHint ? "network" : "read" };
  }
  try {
    const { paths, ...effects } = describe(args, cwd);
    const absolute = paths?.flatMap((given) => spellings(toPath(given), given, cwd));
    // A tool starts its programs itself, so the sandbox does not confine them unless it says so.
    const started = effects.command !== undefined && effects.isConfined !== true ? { isUnconfined: true } : {};
    return { tool, ...effects, ...started, ...(absolute ? { paths: absolute } : {}) };
  } catch {
    return { tool, effect: "unknown" };
  }
}
