import { type FileSchema, isObject, lineOf, loadJsonText, readFile } from "../../json-file/index.ts";
import { joinItems, type LoadedItems, type LocatedPlace } from "../discovery/index.ts";
import type { ResourceDiagnostic, SourceInfo } from "../source-info.ts";
import { expandVariables } from "./expand-variables.ts";

/** A server as its file describes it. Commands and variables in `env` and `headers` are resolved when it is started. */
export interface McpServerConfig {
  readonly type: "stdio" | "http" | "sse";
  readonly enabled?: boolean;
  readonly timeout?: number;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: Readonly<Record<string, unknown>>;
  readonly oauth?: Readonly<Record<string, unknown>>;
}

export interface McpServer {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly sourceInfo: SourceInfo;
}

export interface McpFile extends LoadedItems<McpServer> {
  /** Servers the user does not want, from whatever file; only the user's own file may say so. */
  readonly disabledServers: readonly string[];
}

/** Reads a file that names MCP servers, whichever program's form it has. */
export async function loadMcpFile(place: LocatedPlace, describe: (path: string) => SourceInfo): Promise<McpFile> {
  const { path, level, source } = place;
  const { text, diagnostics: unread } = readFile(path);
  if (text === undefined) return { items: [], diagnostics: [...unread], disabledServers: [] };
  const isToml = path.endsWith(".toml");
  const { value, diagnostics } = isToml
    ? await (await import("./mcp-toml.ts")).readMcpToml(path, text)
    : loadJsonText(path, text, fileSchema);
  const key = LIST_KEYS.find((name) => isObject(value[name])) ?? "";
  const servers = Object.entries(isObject(value[key]) ? value[key] : {}).map(
    ([name, entry]): LoadedItems<McpServer> => {
      const config = normalize(name, source === "mcp-json" ? expandVariables(entry) : entry);
      if (typeof config !== "string") return { items: [{ name, config, sourceInfo: describe(path) }] };
      return {
        items: [],
        diagnostics: [
          problem(path, isToml ? undefined : lineOf(text, [key, name]), `MCP server "${name}": ${config}; ignored`),
        ],
      };
    },
  );
  const disabled = value.disabledServers;
  return {
    ...joinItems([{ items: [], diagnostics }, ...servers]),
    disabledServers: level === "user" && Array.isArray(disabled) ? disabled.map(String) : [],
  };
}

function problem(path: string, line: number | undefined, message: string): ResourceDiagnostic {
  return { type: "error", path, ...(line === undefined ? {} : { line }), message };
}

/** The server, or why it is none. */
function normalize(name: string, entry: unknown): McpServerConfig | string {
  if (!isObject(entry)) return "must be an object";
  if (!/^[a-zA-Z0-9_.-]{1,100}$/.test(name)) return "its name may hold letters, digits, _, . and - only, at most 100";
  const { command, url } = entry;
  const type = typeOf(entry);
  if (!type) return `unknown type ${JSON.stringify(entry.type)}`;
  if (command !== undefined && url !== undefined) return 'has both "command" and "url"';
  if (type === "stdio" && !command) return 'stdio server requires "command" field';
  if (type !== "stdio" && !url) return `${type} server requires "url" field`;
  const { environment, ...fields } = entry;
  const line = Array.isArray(command) ? { command: String(command[0]), args: command.slice(1).map(String) } : {};
  return { ...fields, ...(isObject(environment) ? { env: environment } : {}), ...line, type } as McpServerConfig;
}

/** Some programs say `local` and `remote`. */
function typeOf({ type = "stdio" }: Record<string, unknown>): McpServerConfig["type"] | undefined {
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

const LIST_KEYS = ["mcpServers", "servers", "mcp"];
const fileSchema: FileSchema = { type: "object", properties: {} };
