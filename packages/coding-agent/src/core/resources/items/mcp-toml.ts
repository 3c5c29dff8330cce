import { parse, TomlError } from "smol-toml";
import { isObject } from "../../json-file/index.ts";
import type { ResourceDiagnostic } from "../source-info.ts";

export interface McpToml {
  readonly value: Record<string, unknown>;
  readonly diagnostics: ResourceDiagnostic[];
}

/** Returns the servers of a TOML configuration in the form of the JSON files. Everything else in the file is ignored. */
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

/**
 * Converts an entry to the JSON form. In TOML, `url` means a web server, times are in seconds, and tokens are given by
 * the names of variables.
 */
function inJsonForm(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const { http_headers: headers, env_http_headers: named, bearer_token_env_var: variable, ...rest } = entry;
  const { startup_timeout_sec: _, tool_timeout_sec: seconds, env, env_vars: passed, oauth, scopes, ...fields } = rest;
  const token = typeof variable === "string" ? { Authorization: `Bearer \${${variable}}` } : {};
  const byName = Object.entries(isObject(named) ? named : {}).map(([header, name]) => [header, `\${${String(name)}}`]);
  const sent = { ...(isObject(headers) ? headers : {}), ...Object.fromEntries(byName), ...token };
  const set = (Array.isArray(passed) ? passed.map(String) : []).filter((name) => process.env[name] !== undefined);
  const given = { ...Object.fromEntries(set.map((name) => [name, `\${${name}}`])), ...(isObject(env) ? env : {}) };
  return {
    ...fields,
    ...(fields.url === undefined ? {} : { type: "http" }),
    ...(Object.keys(sent).length > 0 ? { headers: sent } : {}),
    ...(Object.keys(given).length > 0 ? { env: given } : {}),
    ...(isObject(oauth) || scopes !== undefined ? { oauth: oauthOf(oauth, scopes) } : {}),
    ...(typeof seconds === "number" ? { timeout: seconds * 1000 } : {}),
  };
}

function oauthOf(oauth: unknown, scopes: unknown): object {
  const { client_id: clientId, callback_port: callbackPort } = isObject(oauth) ? oauth : {};
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(callbackPort === undefined ? {} : { callbackPort }),
    ...(scopes === undefined ? {} : { scopes }),
  };
}
