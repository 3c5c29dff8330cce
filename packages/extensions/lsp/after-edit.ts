import { readFile, realpath, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ExtensionAPI, ExtensionContext, ToolResultEvent, ToolResultEventResult } from "@tau/coding-agent";
import type { Diagnostic } from "vscode-languageserver-protocol";
import type { TextEdit } from "vscode-languageserver-types";
import { reportChanges } from "./actions/change-files.ts";
import { freshDiagnostics, listDiagnostics, sorted, summaryOf } from "./actions/diagnostics.ts";
import type { LanguageClient } from "./client/language-client.ts";
import { readDocument, withBom } from "./client/read-document.ts";
import type { Clients } from "./clients.ts";
import { applyTextEdits } from "./edits/apply-text-edits.ts";
import { messageOf } from "./lsp-error.ts";
import { openPlace } from "./run-tool.ts";
import { serversForFile } from "./servers/find-servers.ts";
import type { LspSettings } from "./settings.ts";

export interface EditPlace {
  readonly pi: ExtensionAPI;
  readonly ctx: ExtensionContext;
  readonly clients: Clients;
  readonly settings: LspSettings;
  /** Aborted at the end of the session. */
  readonly ending: AbortSignal;
}

/** How long after an edit its diagnostics are still of interest. */
const LATE_MS = 30_000;
/** Of a call that changes more files, the first ones are checked. */
const MOST_FILES = 20;
const START_MS = 10_000;
const FORMAT_MS = 3000;
const ERROR = 1;
const WARNING = 2;

/**
 * Formats and checks the files that the model has just changed. Errors and warnings are added to the result of the edit; those that arrive
 * later are delivered as a message that is not shown. A server that fails does not affect the edit.
 */
export async function afterEdit(event: ToolResultEvent, place: EditPlace): Promise<ToolResultEventResult | undefined> {
  const changed = changedPaths(event).slice(0, MOST_FILES);
  const notes = (await Promise.all(changed.map((path) => checkFile(path, place)))).flat();
  if (notes.length === 0) return undefined;
  return { content: [...event.content, { type: "text", text: notes.join("\n") }] };
}

/** Returns the files that exist after a call: most edit modes name them in the details, `replace` and `write` in the arguments. */
function changedPaths({ input, details }: ToolResultEvent): string[] {
  const { files } = (details ?? {}) as { files?: readonly { path: string; op: string; movedTo?: string }[] };
  if (Array.isArray(files)) return files.flatMap(({ path, op, movedTo }) => (op === "delete" ? [] : [movedTo ?? path]));
  const { path } = input as { path?: unknown };
  return typeof path === "string" ? [path] : [];
}

async function checkFile(given: string, place: EditPlace): Promise<string[]> {
  const { ctx, settings } = place;
  const path = await realpath(resolve(ctx.cwd, given)).catch(() => undefined);
  if (path === undefined) return [];
  const servers = await clientsFor(path, place);
  if (servers.length === 0) return [];
  const notes: string[] = [];
  if (settings.formatOnWrite) notes.push(...(await format(path, servers)));
  await reportChanges([{ path, before: "", after: "" }], place.clients);
  if (settings.diagnosticsOnWrite) notes.push(...(await check(path, servers, place)));
  return notes;
}

/** Resolves to the servers for a file: those that run, or all of them if an edit may start servers. */
async function clientsFor(path: string, { ctx, clients, settings }: EditPlace): Promise<LanguageClient[]> {
  const { config, place } = await openPlace(ctx, settings, clients);
  const found = await serversForFile(config.servers, path, place);
  const chosen = [
    ...found.filter(({ spec }) => !spec.isLinter).slice(0, 1),
    ...found.filter(({ spec }) => spec.isLinter),
  ];
  if (!settings.startOnWrite) return chosen.flatMap((server) => clients.running(server) ?? []);
  const started = chosen.map((server) => clients.get(server, AbortSignal.timeout(START_MS)).catch(() => undefined));
  return (await Promise.all(started)).filter((client) => client !== undefined);
}

/** Formats a file with the first server that can, linters first. Resolves to what the model should know. */
async function format(path: string, servers: readonly LanguageClient[]): Promise<string[]> {
  const able = servers.filter(({ capabilities }) => capabilities.documentFormattingProvider);
  const client = able.find(({ server }) => server.spec.isLinter) ?? able[0];
  if (!client) return [];
  const { name } = client.server.spec;
  try {
    const { uri, lines } = await client.documents.sync(path);
    const params = { textDocument: { uri }, options: indentationOf(lines.text) };
    const edits = await client.request<TextEdit[] | null>("textDocument/formatting", params, { timeoutMs: FORMAT_MS });
    const after = applyTextEdits(lines, edits ?? [], client.encoding);
    const { text, hasBom } = await readDocument(path);
    // The file may have been changed while the server worked.
    if (after === text || text !== lines.text) return [];
    await writeFile(path, withBom(after, hasBom));
    return [`${name} formatted the file: read it again before the next edit.`];
  } catch (error) {
    return [`${name} could not format the file: ${messageOf(error)}`];
  }
}

function indentationOf(text: string): { tabSize: number; insertSpaces: boolean } {
  const indents = [...text.matchAll(/^([ \t]+)\S/gm)].map(([, indent = ""]) => indent);
  if (indents.some((indent) => indent.startsWith("\t"))) return { tabSize: 4, insertSpaces: false };
  const least = Math.min(...indents.map(({ length }) => length).filter((length) => length > 1));
  return { tabSize: Number.isFinite(least) ? Math.min(8, least) : 2, insertSpaces: true };
}

async function check(path: string, servers: readonly LanguageClient[], place: EditPlace): Promise<string[]> {
  const asked = servers.map((client) =>
    freshDiagnostics(client, path, { timeoutMs: LATE_MS, signal: place.ending }).catch((): readonly Diagnostic[] => []),
  );
  const all = Promise.all(asked);
  const { promise: waited, resolve: giveUp } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => giveUp(undefined), place.settings.diagnosticsWaitMs);
  const inTime = await Promise.race([all, waited]);
  clearTimeout(timer);
  if (inTime) return reportOn(path, inTime, place);
  const content = await readFile(path, "utf8").catch(() => undefined);
  void all.then(async (late) => {
    if (place.ending.aborted) return;
    // Diagnostics of a text that has been changed since are of no use.
    if (content === undefined || (await readFile(path, "utf8").catch(() => undefined)) !== content) return;
    const [report] = reportOn(path, late, place);
    if (report !== undefined && !place.ending.aborted) deliver(report, place);
  });
  return [];
}

function reportOn(path: string, found: readonly (readonly Diagnostic[] | undefined)[], { ctx }: EditPlace): string[] {
  const items = sorted(found.flatMap((each) => each ?? [])).filter(
    ({ severity = ERROR }) => severity === ERROR || severity === WARNING,
  );
  if (items.length === 0) return [];
  return [`Diagnostics after this edit: ${summaryOf(items)}\n${listDiagnostics(path, items, { cwd: ctx.cwd })}`];
}

/** Adds a message for the model that is not shown: within the run if one is active, else with the next prompt. */
function deliver(report: string, { pi, ctx }: EditPlace): void {
  const message = { customType: "lsp-diagnostics", content: report, display: false };
  pi.sendMessage(message, { deliverAs: ctx.isIdle() ? "nextTurn" : "steer" });
}
