import type { ExtensionAPI } from "@tau/coding-agent";
import { isObject } from "../json.ts";
import type { ServerEntry } from "../server-entry.ts";

const COMMAND_MS = 10_000;
const REFERENCE = /\$(?:([$!])|\{(?:env:)?(\w+)(?::-([^}]{0,2000}))?\}|(\w+))/g;
const NAME = /^[A-Z][A-Z0-9_]*$/;

/**
 * Resolves the values of a configuration: `!command` becomes its output; `$NAME`, `${NAME}` and `${NAME:-default}` are replaced; the
 * name of a set variable becomes its value. Throws if a value is missing, because a server without its key would only fail later.
 */
export async function resolveValues(
  values: Readonly<Record<string, string>>,
  processes: ExtensionAPI["processes"],
): Promise<Record<string, string>> {
  const resolved = Object.entries(values).map(async ([name, value]) => {
    const text = String(value);
    return [name, text.startsWith("!") ? await outputOf(name, text.slice(1), processes) : expanded(name, text)];
  });
  return Object.fromEntries(await Promise.all(resolved)) as Record<string, string>;
}

/** Resolves to the headers of a server on the web, including those that a command prints. */
export async function resolveHeaders(
  { name, config: { headers = {}, headersHelper, url = "" } }: ServerEntry,
  processes: ExtensionAPI["processes"],
): Promise<Record<string, string>> {
  const own = await resolveValues(headers, processes);
  if (headersHelper === undefined) return own;
  const env = { CLAUDE_CODE_MCP_SERVER_NAME: name, CLAUDE_CODE_MCP_SERVER_URL: url };
  const printed = await outputOf("headersHelper", headersHelper, processes, env);
  const added: unknown = JSON.parse(printed);
  if (!isObject(added) || !Object.values(added).every((value) => typeof value === "string"))
    throw new Error(`The headersHelper of ${name} printed no JSON object of texts.`);
  return { ...own, ...(added as Record<string, string>) };
}

async function outputOf(
  name: string,
  command: string,
  processes: ExtensionAPI["processes"],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const [file, args] = process.platform === "win32" ? ["cmd.exe", ["/d", "/s", "/c"]] : ["/bin/sh", ["-c"]];
  const { ended, exitCode, stdout } = await processes.run(file as string, [...(args as string[]), command], {
    env,
    timeoutMs: COMMAND_MS,
    maxBytes: 1024 * 1024,
  });
  if (ended !== "exit" || exitCode !== 0) throw new Error(`The command for ${name} failed: ${command}`);
  return stdout.toString().trim();
}

function expanded(name: string, text: string): string {
  if (NAME.test(text)) return process.env[text] ?? text;
  return text.replace(REFERENCE, (_match, escaped?: string, braced?: string, fallback?: string, bare?: string) => {
    if (escaped) return escaped;
    const variable = braced ?? bare ?? "";
    const value = process.env[variable] || fallback;
    if (value === undefined) throw new Error(`${name} needs the environment variable ${variable}, which is not set.`);
    return value;
  });
}
