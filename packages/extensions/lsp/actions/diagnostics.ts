import { glob } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import type { LanguageClient } from "../client/language-client.ts";
import { isSameRange } from "../client/positions.ts";
import { LspError, messageOf } from "../lsp-error.ts";
import { handlesFile, serversForFile } from "../servers/find-servers.ts";
import { type LspCall, noServer, type Outcome, pathOf, shown } from "./call.ts";
import { checkProject } from "./check-project.ts";

const MOST_FILES = 20;
const MOST_MESSAGES = 50;
const SINGLE_WAIT_MS = 3000;
/** A server that has just started takes longer for the first file. */
const FIRST_WAIT_MS = 10_000;
/** For a text about which the server has reported before. */
const AGAIN_WAIT_MS = 1000;
/** For all files of a glob together. */
const BATCH_WAIT_MS = 2500;
const SEVERITIES = ["error", "warning", "info", "hint"];

/** `diagnostics`: of a file, of the files of a glob, or of the project. */
export async function showDiagnostics(call: LspCall): Promise<Outcome> {
  const { file } = call.params;
  if (file === undefined || file === "")
    throw new LspError("bad-argument", "diagnostics needs file: a path, a glob, or * for the project.");
  if (file === "*") return await checkProject(call);
  if (!/[*?{[]/.test(file)) return await ofFile(await pathOf(call, file), call);
  return await ofGlob(file, call);
}

async function ofFile(path: string, call: LspCall): Promise<Outcome> {
  const { items, servers, silent, problems } = await diagnose(path, SINGLE_WAIT_MS, call);
  const server = servers.join(", ");
  const missing = silent.map(({ name, wasClean }) =>
    wasClean
      ? `${name} had nothing to report before the last change, and has reported nothing since.`
      : `${name} has sent no diagnostics yet. Ask again later.`,
  );
  const success = problems.length + silent.length < servers.length;
  const notes = [...missing, ...problems];
  if (items.length === 0) return { text: [...(success ? ["OK"] : []), ...notes].join("\n"), server, success };
  return { text: [`${summaryOf(items)}:`, listDiagnostics(path, items, call), ...notes].join("\n"), server };
}

async function ofGlob(pattern: string, call: LspCall): Promise<Outcome> {
  const { paths, isMore } = await filesOf(pattern, call);
  if (paths.length === 0) return { text: `No files match ${pattern}`, success: false };
  const warning = isMore ? [`Warning: more than ${MOST_FILES} files match; these are the first ${MOST_FILES}.`] : [];
  const used = new Set<string>();
  const sections: string[] = [];
  // At the same time, so that all of them together wait no longer than one.
  sections.push(...(await Promise.all(paths.toSorted().map((path) => sectionOf(path, call, used)))));
  return { text: [...warning, ...sections].join("\n"), server: [...used].join(", ") };
}

/** Resolves to the first files of a glob that a server may know. */
async function filesOf(
  pattern: string,
  { cwd, config, signal }: LspCall,
): Promise<{ paths: string[]; isMore: boolean }> {
  const paths: string[] = [];
  const isLeftOut = (name: string) => name === "node_modules" || name === ".git";
  for await (const entry of glob(pattern, { cwd, exclude: isLeftOut })) {
    signal.throwIfAborted();
    if (!config.servers.some((spec) => handlesFile(spec, entry))) continue;
    if (paths.length === MOST_FILES) return { paths, isMore: true };
    paths.push(join(cwd, entry));
  }
  return { paths, isMore: false };
}

async function sectionOf(path: string, call: LspCall, used: Set<string>): Promise<string> {
  const name = shown(call, path);
  try {
    const { items, servers, silent, problems } = await diagnose(path, BATCH_WAIT_MS, call);
    for (const server of servers) used.add(server);
    const isKnown = problems.length + silent.length < servers.length;
    const found =
      items.length > 0 ? `${summaryOf(items)}:\n${listDiagnostics(path, items, call)}` : isKnown ? "OK" : "";
    const missing = silent.map(({ name: server, wasClean }) =>
      wasClean
        ? `nothing new from ${server}, for which it was OK`
        : `no diagnostics from ${server} yet: ask for it alone`,
    );
    return `${name}: ${[found, ...missing, ...problems].filter(Boolean).join("\n")}`;
  } catch (error) {
    if (call.signal.aborted) throw error;
    return `${name}: ${messageOf(error)}`;
  }
}

interface SilentServer {
  readonly name: string;
  /** It had nothing to report about the text before. */
  readonly wasClean: boolean;
}

interface FileDiagnostics {
  readonly items: readonly Diagnostic[];
  readonly servers: readonly string[];
  /** Servers from which nothing arrived in time. */
  readonly silent: readonly SilentServer[];
  readonly problems: readonly string[];
}

/** Asks all servers and linters for a file. One that fails becomes a line of `problems`. */
async function diagnose(path: string, timeoutMs: number, call: LspCall): Promise<FileDiagnostics> {
  const found = await serversForFile(call.config.servers, path, call.place);
  const linters = found.filter(({ spec }) => spec.isLinter);
  const servers = [...found.filter(({ spec }) => !spec.isLinter).slice(0, 1), ...linters];
  if (servers.length === 0) throw noServer(call, path);
  const silent: SilentServer[] = [];
  const problems: string[] = [];
  const all = await Promise.all(
    servers.map(async (server) => {
      try {
        const client = await call.clients.get(server, call.signal);
        await client.documents.refresh();
        const items = await freshDiagnostics(client, path, { timeoutMs, signal: call.signal });
        const wasClean = client.diagnostics.get(path)?.items.length === 0;
        if (!items) silent.push({ name: server.spec.name, wasClean });
        return items ?? [];
      } catch (error) {
        if (call.signal.aborted) throw error;
        problems.push(`${server.spec.name}: ${messageOf(error)}`);
        return [];
      }
    }),
  );
  return { items: sorted(all.flat()), servers: servers.map(({ spec }) => spec.name), silent, problems };
}

export interface FreshOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Lets a server check the file as it is on disk. Resolves to `undefined` if it reports nothing in time. */
export async function freshDiagnostics(
  client: LanguageClient,
  path: string,
  { timeoutMs, signal }: FreshOptions,
): Promise<readonly Diagnostic[] | undefined> {
  const { serial } = client.diagnostics;
  if (client.capabilities.diagnosticProvider) {
    const { uri } = await client.documents.sync(path);
    const params = { textDocument: { uri } };
    const report = await client.request<DocumentDiagnosticReport | null>("textDocument/diagnostic", params, { signal });
    return report?.kind === "full" ? report.items : (client.diagnostics.get(path)?.items ?? []);
  }
  const { version } = await client.documents.sync(path, { again: true });
  client.documents.saved(path);
  await client.progress.idle(timeoutMs * 5, signal);
  const earlier = client.diagnostics.ofPresentText(path);
  const isFirst = client.diagnostics.get(path) === undefined && timeoutMs >= SINGLE_WAIT_MS;
  const waitMs = isFirst
    ? Math.max(FIRST_WAIT_MS, timeoutMs)
    : earlier
      ? Math.min(timeoutMs, AGAIN_WAIT_MS)
      : timeoutMs;
  const found = await client.diagnostics.next(path, { serial, version, timeoutMs: waitMs, signal });
  // Some servers send nothing if nothing has changed.
  return (found ?? earlier)?.items;
}

/** Returns diagnostics without repetitions, the gravest first. */
export function sorted(items: readonly Diagnostic[]): Diagnostic[] {
  return items
    .filter(
      ({ range, message }, index) =>
        items.findIndex((other) => other.message === message && isSameRange(other.range, range)) === index,
    )
    .toSorted((a, b) => (a.severity ?? 1) - (b.severity ?? 1) || a.range.start.line - b.range.start.line);
}

function textOf(message: Diagnostic["message"]): string {
  return typeof message === "string" ? message : message.value;
}

export function summaryOf(items: readonly Diagnostic[]): string {
  return SEVERITIES.flatMap((name, index) => {
    const count = items.filter(({ severity = 1 }) => severity === index + 1).length;
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? "" : "s"}`];
  }).join(", ");
}

export function listDiagnostics(path: string, items: readonly Diagnostic[], call: Pick<LspCall, "cwd">): string {
  const lines = items.slice(0, MOST_MESSAGES).map(({ range, severity = 1, message, code, source }) => {
    const { line, character } = range.start;
    const origin = [source, code].filter((part) => part !== undefined && part !== "").join(" ");
    const place = `${shown(call, path)}:${line + 1}:${character + 1}`;
    return `  ${place} ${SEVERITIES[severity - 1] ?? "error"}: ${textOf(message).trim()}${origin ? ` [${origin}]` : ""}`;
  });
  const left = items.length - MOST_MESSAGES;
  return [...lines, ...(left > 0 ? [`  ... and ${left} more`] : [])].join("\n");
}
