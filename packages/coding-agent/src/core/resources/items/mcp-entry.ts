import { isObject } from "../../json-file/index.ts";
import { expandVariables } from "./expand-variables.ts";
import type { McpServerConfig } from "./mcp-server.ts";

type Entry = Readonly<Record<string, unknown>>;

/** The file that an entry comes from. */
export interface EntrySource {
  /** The id of the discovery source. */
  readonly source: string;
  readonly cwd: string;
  readonly home: string;
}

/** A list of servers, with the keys under which it stands in its file. */
export interface ServerList {
  readonly path: readonly string[];
  readonly entries: Entry;
}

/** Returns the lists of a file, the one with the highest precedence first. */
export function serverLists(value: Entry, { source, cwd }: EntrySource): ServerList[] {
  // In Claude's own file, the list of the current project takes precedence over the general one.
  const paths = source === "claude" ? [["projects", cwd, "mcpServers"], ["mcpServers"]] : PATHS;
  const lists = paths.flatMap((path) => {
    const entries = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
    return isObject(entries) ? [{ path, entries }] : [];
  });
  return source === "claude" ? lists : lists.slice(0, 1);
}

/** The general `mcp` key comes last, because some programs keep other settings under it. */
const PATHS = [["mcpServers"], ["servers"], ["mcp", "servers"], ["mcp"]];

/** Returns the server in Tau's format, or the reason why the entry is invalid. */
export function normalizeEntry(name: string, given: unknown, from: EntrySource): McpServerConfig | string {
  if (!isObject(given)) return "must be an object";
  if (!/^[a-zA-Z0-9_.-]{1,100}$/.test(name)) return "its name may hold letters, digits, _, . and - only, at most 100";
  const entry = withAddress(expanded(given, from));
  const asked = /\$\{input:([^}]*)\}/.exec(JSON.stringify(entry))?.[1];
  if (asked !== undefined) return `needs the input "${asked}", which only VS Code asks for; write its value down`;
  const { command, url } = entry;
  const type = typeOf(entry, from);
  if (!type) return `unknown type ${JSON.stringify(entry.type)}`;
  if (command !== undefined && url !== undefined) return 'has both "command" and "url"';
  if (type === "stdio" && !command) return 'stdio server requires "command" field';
  if (type !== "stdio" && !url) return `${type} server requires "url" field`;
  const { environment, disabled, ...fields } = entry;
  const line = Array.isArray(command) ? { command: String(command[0]), args: command.slice(1).map(String) } : {};
  return {
    ...fields,
    ...(isObject(environment) ? { env: environment } : {}),
    ...(disabled === true ? { enabled: false } : {}),
    ...line,
    type,
  } as McpServerConfig;
}

/** Converts `httpUrl` (Gemini) and `serverUrl` (Windsurf) to `url`. */
function withAddress({ httpUrl, serverUrl, ...entry }: Entry): Entry {
  if (typeof httpUrl === "string") return { type: "http", ...entry, url: httpUrl };
  return typeof serverUrl === "string" && entry.url === undefined ? { ...entry, url: serverUrl } : entry;
}

/**
 * Returns the type of a server. Some programs say `local` and `remote`. Without a type, an address means a web server,
 * except in files of oh-my-pi.
 */
function typeOf({ type, url, command }: Entry, { source }: EntrySource): McpServerConfig["type"] | undefined {
  if (type === undefined) return url !== undefined && command === undefined && source !== "omp" ? "http" : "stdio";
  const names: Record<string, McpServerConfig["type"]> = {
    stdio: "stdio",
    local: "stdio",
    http: "http",
    "streamable-http": "http",
    remote: "http",
    sse: "sse",
  };
  return typeof type === "string" && Object.hasOwn(names, type) ? names[type] : undefined;
}

/**
 * Expands variables. Files in the project's root expand them everywhere; in other files those in `env` and `headers`
 * are resolved when the server starts.
 */
function expanded(entry: Entry, from: EntrySource): Entry {
  const { source, cwd, home } = from;
  const expand = (value: unknown): unknown => expandVariables(value, { workspaceFolder: cwd, userHome: home });
  if (source === "mcp-json") return expand(entry) as Entry;
  if (OWN.has(source)) return entry;
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, key === "env" || key === "headers" ? value : expand(value)]),
  );
}

const OWN = new Set(["native", "pi", "omp", "codex"]);
