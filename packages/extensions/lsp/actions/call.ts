import { realpath } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { isBelow } from "@tau/coding-agent";
import type { Position } from "vscode-languageserver-types";
import type { OpenDocument } from "../client/documents.ts";
import type { LanguageClient } from "../client/language-client.ts";
import { fromUtf16, type TextLines } from "../client/positions.ts";
import type { Clients } from "../clients.ts";
import type { ToolRunner } from "../edits/apply-changes.ts";
import { LspError } from "../lsp-error.ts";
import type { LspConfig } from "../servers/config.ts";
import { type FoundServer, type SearchPlace, serversForFile, serversForFolder } from "../servers/find-servers.ts";
import type { LspParams } from "../tool.ts";

/** One call of the tool, with everything that an action needs. */
export interface LspCall {
  readonly params: LspParams;
  /** The session's folder, without links. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly clients: Clients;
  readonly config: LspConfig;
  readonly place: SearchPlace;
  readonly tools: ToolRunner;
}

export interface Outcome {
  readonly text: string;
  /** False for a failure that the model reads as text. Default: true. */
  readonly success?: boolean;
  readonly server?: string;
  /** A unified diff of what was changed, or would be. */
  readonly diff?: string;
}

/** A document in the server that knows its language best. */
export interface Target {
  readonly client: LanguageClient;
  readonly document: OpenDocument;
}

const PROJECT_LOAD_MS = 15_000;

/** Resolves to the absolute path of a file, without links. */
export async function pathOf({ cwd }: LspCall, file: string): Promise<string> {
  const path = resolve(cwd, file);
  return await realpath(path).catch(() => path);
}

export async function requiredFile(call: LspCall): Promise<string> {
  const { action, file } = call.params;
  if (file === undefined || file === "" || file === "*")
    throw new LspError("bad-argument", `${action} needs file: the path of a file.`);
  return await pathOf(call, file);
}

/** Returns a path for messages: relative to the session's folder if it is in there. */
export function shown({ cwd }: Pick<LspCall, "cwd">, path: string): string {
  return isBelow(cwd, path) ? relative(cwd, path) || "." : path;
}

/** Resolves to the servers that know a file's language, best first. Linters are left out. */
export async function languageServers(call: LspCall, path: string): Promise<FoundServer[]> {
  const found = await serversForFile(call.config.servers, path, call.place);
  return found.filter(({ spec }) => !spec.isLinter);
}

/** Resolves to the servers for the whole project: those that run, and those whose root markers are there. Linters are left out. */
export async function projectServers({ config, place, clients }: LspCall): Promise<FoundServer[]> {
  const running = clients.list().flatMap(({ server, status }) => (status === "running" ? [server] : []));
  const found = await serversForFolder(config.servers, place);
  // Of several servers for the same files, the first is used.
  const fresh = found.filter(
    ({ spec }, index) =>
      !found.slice(0, index).some((other) => other.spec.fileTypes[0] === spec.fileTypes[0]) &&
      !running.some((other) => other.spec.fileTypes[0] === spec.fileTypes[0]),
  );
  return [...running, ...fresh].filter(({ spec }) => !spec.isLinter);
}

/** Resolves to the file's document in its language server, which is started if necessary. */
export async function openTarget(call: LspCall): Promise<Target> {
  const path = await requiredFile(call);
  const [server] = await languageServers(call, path);
  if (!server) throw noServer(call, path);
  const client = await call.clients.get(server, call.signal);
  const [document] = await Promise.all([client.documents.sync(path), client.documents.refresh()]);
  return { client, document };
}

/** Waits while the server loads the project, because it would answer from a part of it. */
export async function projectLoaded({ client }: Target, { signal }: LspCall): Promise<void> {
  await client.progress.idle(PROJECT_LOAD_MS, signal);
}

export function noServer(call: LspCall, path: string): LspError {
  const suited = call.config.servers.filter(
    ({ fileTypes, disabled }) => !disabled && fileTypes.some((type) => path.endsWith(type)),
  );
  const name = shown(call, path);
  if (suited.length === 0) return new LspError("no-server", `No language server is configured for ${name}.`);
  const programs = suited.map(({ command }) => command).join(", ");
  return new LspError("no-server", `No language server for ${name} is installed. These would do: ${programs}.`);
}

/** Returns the position that `line` and `symbol` name, in the server's units. */
export function positionIn({ client, document }: Target, { line = 1, symbol }: LspParams): Position {
  const { lines } = document;
  if (!Number.isInteger(line) || line < 1 || line > lines.count)
    throw new LspError("bad-argument", `line ${line} is outside the file, which has ${lines.count} lines.`);
  const text = lines.line(line - 1);
  const index = symbol === undefined ? text.length - text.trimStart().length : columnOf(lines, symbol, line);
  return { line: line - 1, character: fromUtf16(text, index, client.encoding) };
}

function columnOf(lines: TextLines, symbol: string, line: number): number {
  const text = lines.line(line - 1);
  const [, name = symbol, digits = "1"] = /^(.+?)#(\d+)$/.exec(symbol) ?? [];
  const wanted = Number(digits);
  const exact = placesOf(text, name);
  const places = exact.length > 0 ? exact : placesOf(text.toLowerCase(), name.toLowerCase());
  if (places.length === 0)
    throw new LspError(
      "bad-argument",
      `"${name}" is not on line ${line}: ${text.trim().slice(0, 200)}${elsewhere(lines, name, line)}`,
    );
  const place = places[wanted - 1];
  if (place === undefined)
    throw new LspError("bad-argument", `"${name}" occurs ${places.length} times on line ${line}, not ${wanted}.`);
  return place;
}

/** Says on which lines a name is, the nearest first: models often count lines wrong. */
function elsewhere(lines: TextLines, name: string, line: number): string {
  const found: number[] = [];
  for (let number = 1; number <= lines.count; number++) if (lines.line(number - 1).includes(name)) found.push(number);
  if (found.length === 0) return "\nIt is on no line of the file.";
  const nearest = found.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line)).slice(0, MOST_LINES);
  const more = found.length > nearest.length ? " and others" : "";
  return `\nIt is on line${found.length === 1 ? "" : "s"} ${nearest.toSorted((a, b) => a - b).join(", ")}${more}.`;
}

const MOST_LINES = 8;

function placesOf(text: string, name: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); name !== "" && at >= 0; at = text.indexOf(name, at + name.length)) places.push(at);
  return places;
}
