import { parse, TomlError } from "smol-toml";
import { isObject } from "../../json-file/index.ts";
import type { ResourceDiagnostic } from "../source-info.ts";

export interface McpToml {
  readonly value: Record<string, unknown>;
  readonly diagnostics: ResourceDiagnostic[];
}

/** The servers of a configuration in TOML, in the form that the JSON files have. What else it holds is not looked at. */
export function readMcpToml(path: string, text: string): McpToml {
  try {
    const { mcp_servers: servers } = parse(text);
    const entries = Object.entries(isObject(servers) ? servers : {});
    return {
      value: { mcpServers: Object.fromEntries(entries.map(([name, entry]) => [name, inJsonForm(entry)])) },
      diagnostics: [],
    };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split("\n")[0] ?? "no TOML";
    return { value: {}, diagnostics: [{ type: "error", path, line: error.line, message }] };
  }
}

/** `url` means a web server here, times are in seconds, and a token is named by its variable. */
function inJsonForm(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const { http_headers: headers, bearer_token_env_var: variable, startup_timeout_sec: seconds, ...fields } = entry;
  const token = typeof variable === "string" ? process.env[variable] : undefined;
  const sent = { ...(isObject(headers) ? headers : {}), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  return {
    ...fields,
    ...(fields.url === undefined ? {} : { type: "http" }),
    ...(Object.keys(sent).length > 0 ? { headers: sent } : {}),
    ...(typeof seconds === "number" ? { timeout: seconds * 1000 } : {}),
  };
}
