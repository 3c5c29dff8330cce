import { createHash } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";

export type Exposure = "codemode" | "deferred" | "direct" | "hidden";

/** The configuration of a server in a file or from an extension. Fields of other programs are ignored. */
export interface ServerConfig {
  readonly type?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A command that prints further headers as a JSON object. */
  readonly headersHelper?: string;
  readonly timeout?: number;
  readonly enabled?: boolean;
  readonly description?: string;
  readonly exposure?: Exposure;
  readonly toolExposure?: Readonly<Record<string, Exposure>>;
  /** Tools to use and tools to leave out, by name or as `get_*`. The other spellings come from other programs. */
  readonly enabledTools?: readonly string[];
  readonly disabledTools?: readonly string[];
  readonly includeTools?: readonly string[];
  readonly excludeTools?: readonly string[];
  readonly enabled_tools?: readonly string[];
  readonly disabled_tools?: readonly string[];
  /** Runs the program in the same sandbox as the model's commands. */
  readonly sandbox?: boolean;
  /** The lowest level of log messages that the server sends. */
  readonly logLevel?: string;
  readonly oauth?: OAuthConfig;
  /** The name of a sign-in in Tau's auth store whose token is passed to the server. */
  readonly auth?: { readonly provider?: string; readonly credentialId?: string };
}

/** For servers that need more than the standard sign-in. */
export interface OAuthConfig {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly clientName?: string;
  /** The address of a document that describes the client, for servers that accept one instead of a registration. */
  readonly clientMetadataUrl?: string;
  readonly callbackPort?: number;
  readonly callbackPath?: string;
  readonly redirectUri?: string;
  readonly scopes?: string | readonly string[];
  readonly scope?: string;
}

export interface ServerEntry {
  readonly name: string;
  readonly config: ServerConfig;
  /** The file or extension that configures the server. */
  readonly origin: string;
  /** The hash of the configuration. Cached data of a server are valid while it stays the same. */
  readonly hash: string;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** Resolves to the enabled servers of files and extensions; a file takes precedence. */
export async function findServers(pi: ExtensionAPI, ctx: ExtensionContext): Promise<ServerEntry[]> {
  const listed = await ctx.resources.mcpServers();
  const entries = listed.map(({ name, config, sourceInfo }) => entryOf(name, config as ServerConfig, sourceInfo.path));
  for (const { name, config, extensionPath } of pi.getMcpServers())
    if (entries.every((entry) => entry.name !== name))
      entries.push(entryOf(name, config as ServerConfig, extensionPath));
  return entries.filter(({ config }) => config.enabled !== false);
}

export function entryOf(name: string, config: ServerConfig, origin: string): ServerEntry {
  const { command, args, env, cwd, url, headers, type, sandbox, auth } = config;
  const identity = JSON.stringify([name, type, command, args, env, cwd, url, headers, sandbox, auth]);
  return { name, config, origin, hash: createHash("sha256").update(identity).digest("hex").slice(0, 32) };
}

/** Returns the timeout in milliseconds. The value is in seconds, or from 1000 on in milliseconds, as other programs write it. */
export function timeoutOf({ timeout }: ServerConfig): number {
  if (typeof timeout !== "number" || !(timeout > 0)) return DEFAULT_TIMEOUT_MS;
  return timeout >= 1000 ? timeout : timeout * 1000;
}

export function isToolUsed(name: string, config: ServerConfig): boolean {
  const { enabledTools, includeTools, enabled_tools, disabledTools, excludeTools, disabled_tools } = config;
  const used = enabledTools ?? includeTools ?? enabled_tools;
  const left = disabledTools ?? excludeTools ?? disabled_tools ?? [];
  const isIn = (patterns: readonly string[]) => patterns.some((pattern) => matchesPattern(name, pattern));
  return !isIn(left) && (used === undefined || isIn(used));
}

/** Returns the exposure of a tool. The most specific pattern wins: `get_*` before `*`, and both before the server's default. */
export function exposureOf(tool: string, { exposure = "deferred", toolExposure = {} }: ServerConfig): Exposure {
  const patterns = Object.entries(toolExposure).toSorted(([a], [b]) => b.length - a.length);
  const [, own] = patterns.find(([pattern]) => matchesPattern(tool, pattern)) ?? [];
  return own ?? exposure;
}

function matchesPattern(name: string, pattern: string): boolean {
  const parts = String(pattern)
    .split("*")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(name);
}
