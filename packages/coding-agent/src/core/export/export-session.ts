import { extname } from "node:path";
import { messageTotals, type SessionLog } from "@tau/agent";
import { ConfigError } from "../json-file/index.ts";
import { resolveFrom } from "../paths/index.ts";
import { redactSecrets } from "../redaction/index.ts";
import { findBuiltInTheme, Theme, type ThemeJson } from "../themes/index.ts";
import { entryParts } from "./entry-parts.ts";
import { renderHtml } from "./render-html.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { type ToolRendererSource, toolDrawings } from "./tool-drawings.ts";
import { writeExport } from "./write-export.ts";

export interface ExportOptions {
  /** Its ending decides: `.jsonl` the log as it is, `.md` a text, `.html` or none a page. Empty makes a name. */
  readonly path?: string;
  /** Relative paths begin here. */
  readonly cwd: string;
  /** Its colours are those of the page. */
  readonly theme?: Theme | undefined;
}

export interface ExportableSession {
  readonly log: SessionLog;
  readonly sessionId: string;
  /** They may draw the calls of their tools. */
  readonly extensions?: { readonly registered: ToolRendererSource | undefined } | undefined;
}

/** Writes the session to a file. Resolves to its path. */
export async function exportSession(
  session: ExportableSession,
  { path: wanted = "", cwd, theme }: ExportOptions,
): Promise<string> {
  const path = resolveFrom(cwd, wanted || `tau-session-${session.sessionId}.html`);
  refuseOtherFormats(path);
  writeExport(path, contentFor(extname(path), session, theme), session.log.getSessionFile());
  return path;
}

const FORMATS = [".html", ".htm", ".md", ".jsonl"];

/** A page that is called a PDF opens nowhere. A device, such as /dev/stdout, and a name without an ending get the page. */
function refuseOtherFormats(path: string): void {
  const extension = extname(path);
  if (extension === "" || FORMATS.includes(extension)) return;
  throw new ConfigError(
    "invalid-input",
    `A session cannot be written as ${extension}. Use .html (a page, which a browser prints as PDF), .md (a text) or .jsonl (the log).`,
  );
}

function contentFor(extension: string, session: ExportableSession, theme: Theme | undefined): string {
  const { log } = session;
  // In memory the entries hold their images, so every program that reads the format can show them.
  if (extension === ".jsonl") return [log.getHeader(), ...log.getEntries()].map(toLine).join("");
  const title = log.getSessionName() ?? `Session ${log.getSessionId()}`;
  // A document is made to be passed on.
  return redactSecrets(extension === ".md" ? markdownOf(title, log) : pageOf(title, session, theme));
}

function pageOf(title: string, { log, extensions }: ExportableSession, theme?: Theme): string {
  const entries = log.getEntries();
  const registered = extensions?.registered;
  const drawings = registered && toolDrawings(entries, registered, { theme: plainTheme(theme), cwd: log.getCwd() });
  return renderHtml({ title, facts: sessionFacts(log), entries, leafId: log.getLeafId(), theme, drawings });
}

/** The page has colours of its own. */
function plainTheme(theme: Theme | undefined): Theme {
  return theme ?? Theme.of(findBuiltInTheme("dark") as ThemeJson, "none");
}

/** What the head of the page says of the session. */
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

/** All that was said on the branch, also what compactions have hidden from the model. */
function markdownOf(title: string, log: SessionLog): string {
  return renderMarkdown(
    title,
    log.getBranch().flatMap((entry) => entryParts(entry)),
  );
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
