import { extname } from "node:path";
import { messageTotals, type SessionEntry, type SessionLog } from "@tau/agent";
import { contentText, type ToolCall, type ToolResultMessage } from "@tau/ai";
import { languageOfPath } from "../highlight/index.ts";
import { ConfigError } from "../json-file/index.ts";
import { getAgentDir, resolveFrom } from "../paths/index.ts";
import { knownSecrets, redactSecrets } from "../redaction/index.ts";
import { asTyped } from "../session/log/as-typed.ts";
import type { Theme } from "../themes/index.ts";
import { entryParts } from "./entry-parts.ts";
import { ExtensionDrawings, type RendererSource } from "./extension-drawings.ts";
import { fencedLanguages } from "./markdown-html.ts";
import { CodePainter } from "./page/code-html.ts";
import { markerTheme } from "./page/marker-theme.ts";
import type { PageContext } from "./page/page-context.ts";
import { renderHtml } from "./render-html.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { writeExport } from "./write-export.ts";

export interface ExportOptions {
  /** The extension decides the format: `.jsonl` the raw log, `.md` a text, `.html` or none a page. Empty uses a default name. */
  readonly path?: string;
  /** Base of relative paths. */
  readonly cwd: string;
  /** Theme whose colours the page uses. */
  readonly theme?: Theme | undefined;
  /** Finds further renderers for the calls of these tools, in batteries that are not loaded. */
  readonly findRenderers?: (tools: ReadonlySet<string>, cwd: string) => Promise<readonly RendererSource[]>;
}

export interface ExportableSession {
  readonly log: SessionLog;
  readonly sessionId: string;
  /** Extensions that may draw their tool calls, messages and entries. */
  readonly extensions?: { readonly registered: RendererSource | undefined } | undefined;
}

/** Writes the session to a file. Resolves to its path. */
export async function exportSession(session: ExportableSession, options: ExportOptions): Promise<string> {
  const { path: wanted = "", cwd } = options;
  const path = resolveFrom(cwd, wanted || `tau-session-${session.sessionId}.html`);
  refuseOtherFormats(path);
  writeExport(path, await contentFor(extname(path), session, options), session.log.getSessionFile());
  return path;
}

const FORMATS = [".html", ".htm", ".md", ".jsonl"];

/**
 * Rejects other extensions, because an HTML page named .pdf would not open. Devices such as /dev/stdout and names
 * without an extension get the page.
 */
function refuseOtherFormats(path: string): void {
  const extension = extname(path);
  if (extension === "" || FORMATS.includes(extension)) return;
  throw new ConfigError(
    "invalid-input",
    `A session cannot be written as ${extension}. Use .html (a page, which a browser prints as PDF), .md (a text) or .jsonl (the log).`,
  );
}

async function contentFor(extension: string, session: ExportableSession, options: ExportOptions): Promise<string> {
  const { log } = session;
  // Entries in memory hold their images inline, so every program that reads the format can show them.
  if (extension === ".jsonl") return [log.getHeader(), ...log.getEntries()].map(toLine).join("");
  const title = titleOf(log);
  // Redact secrets, because a document is made to be shared.
  const known = knownSecrets(getAgentDir());
  return redactSecrets(
    extension === ".md" ? markdownOf(title, log) : await pageOf(title, session, known, options),
    known,
  );
}

async function pageOf(
  title: string,
  session: ExportableSession,
  known: readonly string[],
  options: ExportOptions,
): Promise<string> {
  const { log } = session;
  // Redact before drawing: colour sequences would cut a secret into pieces that no longer look like one.
  const entries = log
    .getEntries()
    .map((entry) => ({ ...redacted(entry, known), id: entry.id, parentId: entry.parentId }));
  const context = await pageContext(entries, session, options);
  return renderHtml({
    title,
    facts: sessionFacts(log),
    entries,
    leafId: log.getLeafId(),
    theme: options.theme,
    context,
  });
}

/** Returns the value with every text in it redacted, except image data. */
function redacted<T>(value: T, known: readonly string[]): T {
  if (typeof value === "string") return redactSecrets(value, known) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redacted(each, known)) as T;
  const isImage = "mimeType" in value;
  const fields = Object.entries(value).map(([key, field]) => [
    key,
    isImage && key === "data" ? field : redacted(field, known),
  ]);
  return Object.fromEntries(fields) as T;
}

async function pageContext(
  entries: readonly SessionEntry[],
  { log, extensions }: ExportableSession,
  { theme, findRenderers }: ExportOptions,
): Promise<PageContext> {
  const cwd = log.getCwd();
  const calls = entries.flatMap(callsOf);
  const registered = extensions?.registered;
  const found = (await findRenderers?.(new Set(calls.map(({ name }) => name)), cwd)) ?? [];
  const place = { theme: markerTheme(theme?.appearance ?? "dark"), cwd };
  return {
    cwd,
    painter: await CodePainter.load(languagesOf(entries, calls)),
    drawings: new ExtensionDrawings(calls, [...(registered ? [registered] : []), ...found], place),
    results: resultsOf(entries, calls),
  };
}

function callsOf(entry: SessionEntry): ToolCall[] {
  if (entry.type !== "message" || entry.message.role !== "assistant") return [];
  return entry.message.content.filter((block) => block.type === "toolCall");
}

/** Maps calls to their results. Only a call that was made once and answered once is shown together with its result. */
function resultsOf(entries: readonly SessionEntry[], calls: readonly ToolCall[]): Map<string, ToolResultMessage> {
  const once = new Map<string, number>();
  const count = (key: string) => once.set(key, (once.get(key) ?? 0) + 1);
  const results = entries.flatMap((entry) =>
    entry.type === "message" && entry.message.role === "toolResult" ? [entry.message] : [],
  );
  for (const { id } of calls) count(`call ${id}`);
  for (const { toolCallId } of results) count(`result ${toolCallId}`);
  const isOnce = (id: string) => once.get(`call ${id}`) === 1 && once.get(`result ${id}`) === 1;
  return new Map(results.filter(({ toolCallId }) => isOnce(toolCallId)).map((result) => [result.toolCallId, result]));
}

function languagesOf(entries: readonly SessionEntry[], calls: readonly ToolCall[]): string[] {
  const texts = entries.flatMap((entry) => entryParts(entry).map(({ text }) => text));
  const paths = calls.flatMap(({ arguments: { path } = {} }) =>
    typeof path === "string" ? (languageOfPath(path) ?? []) : [],
  );
  return [...(calls.length > 0 ? ["bash", "json"] : []), ...paths, ...texts.flatMap(fencedLanguages)];
}

/** Returns the session's name, or the beginning of its first message. */
function titleOf(log: SessionLog): string {
  const name = log.getSessionName();
  if (name !== undefined) return name;
  const first = log.getBranch().find((entry) => entry.type === "message" && entry.message.role === "user");
  const content = first?.type === "message" && first.message.role === "user" ? first.message.content : "";
  const line = asTyped(contentText(content)).replace(/\s+/g, " ").trim();
  if (line === "") return `Session ${log.getSessionId()}`;
  return line.length > TITLE_CHARACTERS ? `${line.slice(0, TITLE_CHARACTERS - 1)}…` : line;
}

const TITLE_CHARACTERS = 80;

/** Returns the facts about the session that the head of the page shows. */
function sessionFacts(log: SessionLog): string[] {
  const { cwd = "", timestamp = "" } = log.getHeader() ?? {};
  const totals = messageTotals(log.getEntries().flatMap((entry) => (entry.type === "message" ? [entry.message] : [])));
  const { cost, tokens, totalMessages } = totals;
  return [
    cwd,
    timestamp.slice(0, 16).replace("T", " "),
    `${totalMessages} messages`,
    `${tokens.total.toLocaleString("en")} tokens`,
    ...(cost > 0 ? [`$${cost.toFixed(2)}`] : []),
  ].filter(Boolean);
}

/** Renders everything on the branch, including messages that compactions have hidden from the model. */
function markdownOf(title: string, log: SessionLog): string {
  return renderMarkdown(
    title,
    log.getBranch().flatMap((entry) => entryParts(entry)),
  );
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
