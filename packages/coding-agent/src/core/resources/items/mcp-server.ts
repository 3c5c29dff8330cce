import { type FileSchema, lineOf, loadJsonText, readFile } from "../../json-file/index.ts";
import { type DiscoveryScope, joinItems, type LoadedItems, type LocatedPlace } from "../discovery/index.ts";
import type { ResourceDiagnostic, SourceInfo } from "../source-info.ts";
import { normalizeEntry, serverLists } from "./mcp-entry.ts";

/** A server as its file describes it. Commands and variables in `env` and `headers` are resolved when the server starts. */
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
  /** Servers that the user has disabled, in whatever file they are defined. Only the user's own file may set this. */
  readonly disabledServers: readonly string[];
}

/** Reads a file with MCP servers in the format of any supported program. */
export async function loadMcpFile(
  place: LocatedPlace,
  { cwd, home }: Pick<DiscoveryScope, "cwd" | "home">,
  describe: (path: string) => SourceInfo,
): Promise<McpFile> {
  const { path, level, source } = place;
  const { text, diagnostics: unread } = readFile(path);
  if (text === undefined) return { items: [], diagnostics: [...unread], disabledServers: [] };
  const isToml = path.endsWith(".toml");
  const { value, diagnostics } = isToml
    ? await (await import("./mcp-toml.ts")).readMcpToml(path, text)
    : loadJsonText(path, text, fileSchema);
  const from = { source, cwd, home };
  const servers = serverLists(value, from).flatMap((list) =>
    Object.entries(list.entries).map(([name, entry]): LoadedItems<McpServer> => {
      const config = normalizeEntry(name, entry, from);
      if (typeof config !== "string") return { items: [{ name, config, sourceInfo: describe(path) }] };
      const line = isToml ? undefined : lineOf(text, [...list.path, name]);
      return { items: [], diagnostics: [problem(path, line, `MCP server "${name}": ${config}; ignored`)] };
    }),
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

const fileSchema: FileSchema = { type: "object", properties: {} };
