import { type FileSchema, isObject, lineOf, loadJsonText, readFile } from "../../json-file/index.ts";
import { expandTilde } from "../../paths/index.ts";
import { joinItems, type LoadedItems } from "../discovery/index.ts";
import type { SourceInfo } from "../source-info.ts";
import { expandVariables } from "./expand-variables.ts";
import type { DescribeSource } from "./skill.ts";

/** A machine on which commands can run, as `ssh.json` describes it. */
export interface SshHost {
  /** The key in the file. */
  readonly name: string;
  /** The network address. */
  readonly host: string;
  readonly username?: string;
  readonly port?: number;
  /** An absolute path. */
  readonly keyPath?: string;
  readonly description?: string;
  /** Whether to use a POSIX shell on Windows; detected if absent. */
  readonly compat?: boolean;
  readonly sourceInfo: SourceInfo;
}

/** Reads a file such as `{ "hosts": { "build": { "host": "10.0.0.5", "username": "ci" } } }`. Expands variables in its texts. */
export function loadSshHostsAt(path: string, describe: DescribeSource): LoadedItems<SshHost> {
  const { text, diagnostics: unread } = readFile(path);
  if (text === undefined) return { items: [], diagnostics: [...unread] };
  const { value, diagnostics } = loadJsonText(path, text, fileSchema);
  const hosts = Object.entries(isObject(value.hosts) ? value.hosts : {}).map(([name, entry]): LoadedItems<SshHost> => {
    const host = readHost(expandVariables(entry));
    if (typeof host !== "string") return { items: [{ name, ...host, sourceInfo: describe(path) }] };
    const line = lineOf(text, ["hosts", name]);
    const message = `ssh host "${name}": ${host}; ignored`;
    return { items: [], diagnostics: [{ type: "error", path, ...(line === undefined ? {} : { line }), message }] };
  });
  return joinItems([{ items: [], diagnostics }, ...hosts]);
}

/** Returns the host, or the reason why the entry is invalid. */
function readHost(entry: unknown): Omit<SshHost, "name" | "sourceInfo"> | string {
  if (!isObject(entry)) return "must be an object";
  const { host, username, port, key, keyPath = key, description, compat } = entry;
  if (typeof host !== "string" || host === "" || host.startsWith("-")) return '"host" must be the address of a machine';
  if (port !== undefined && !isPort(port)) return '"port" must be a number from 1 to 65535';
  return {
    host,
    ...(typeof username === "string" && { username }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(typeof keyPath === "string" && { keyPath: expandTilde(keyPath) }),
    ...(typeof description === "string" && { description }),
    ...(typeof compat === "boolean" && { compat }),
  };
}

/** Accepts a number or, because a variable expands to text, a numeric string. */
function isPort(port: unknown): boolean {
  const number = typeof port === "number" ? port : typeof port === "string" && /^\d+$/.test(port) ? Number(port) : 0;
  return Number.isInteger(number) && number >= 1 && number <= 65_535;
}

const fileSchema: FileSchema = { type: "object", properties: {} };
