import { createHash } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";

export type Exposure = "codemode" | "deferred" | "direct" | "hidden";

/** What a file or an extension says of a server; fields of other programs are passed over. */
export interface ServerConfig {
  readonly type?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout?: number;
  readonly enabled?: boolean;
  readonly description?: string;
  readonly exposure?: Exposure;
  readonly toolExposure?: Readonly<Record<string, Exposure>>;
}

export interface ServerEntry {
  readonly name: string;
  readonly config: ServerConfig;
  /** Where it is written down. */
  readonly origin: string;
  /** Of its configuration: what is known of a server holds while this stays the same. */
  readonly hash: string;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** The servers of files and of extensions; a file's comes first. */
export async function findServers(pi: ExtensionAPI, ctx: ExtensionContext): Promise<ServerEntry[]> {
  const listed = await ctx.resources.mcpServers();
  const entries = listed.map(({ name, config, sourceInfo }) => entryOf(name, config as ServerConfig, sourceInfo.path));
  for (const { name, config, extensionPath } of pi.getMcpServers())
    if (entries.every((entry) => entry.name !== name))
      entries.push(entryOf(name, config as ServerConfig, extensionPath));
  return entries.filter(({ config }) => config.enabled !== false);
}

export function entryOf(name: string, config: ServerConfig, origin: string): ServerEntry {
  const { command, args, env, cwd, url, headers, type } = config;
  const identity = JSON.stringify([name, type, command, args, env, cwd, url, headers]);
  return { name, config, origin, hash: createHash("sha256").update(identity).digest("hex").slice(0, 32) };
}

/** Seconds, or what is too long for seconds in milliseconds, as other programs write it. */
export function timeoutOf({ timeout }: ServerConfig): number {
  if (typeof timeout !== "number" || !(timeout > 0)) return DEFAULT_TIMEOUT_MS;
  return timeout >= 1000 ? timeout : timeout * 1000;
}
