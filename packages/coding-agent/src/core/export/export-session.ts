import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import type { AgentMessage, SessionManager } from "@tau/agent";
import { resolveFrom } from "../paths/index.ts";
import type { Theme } from "../themes/index.ts";
import { renderHtml } from "./render-html.ts";
import { renderMarkdown } from "./render-markdown.ts";

export interface ExportOptions {
  /** Its ending decides: `.jsonl` the log as it is, `.md` a text, anything else a page. Empty makes a name. */
  readonly path?: string;
  /** Relative paths begin here. */
  readonly cwd: string;
  /** Its colours are those of the page. */
  readonly theme?: Theme;
}

export interface ExportableSession {
  readonly sessionManager: SessionManager;
  readonly sessionId: string;
}

/** Writes the branch that is shown to a file. Resolves to its path. */
export async function exportSession(
  { sessionManager: log, sessionId }: ExportableSession,
  { path: wanted = "", cwd, theme }: ExportOptions,
): Promise<string> {
  const path = resolveFrom(cwd, wanted || `tau-session-${sessionId}.html`);
  await writeFile(path, contentFor(extname(path), log, theme), { mode: 0o600 });
  return path;
}

function contentFor(extension: string, log: SessionManager, theme: Theme | undefined): string {
  if (extension === ".jsonl") return [log.getHeader(), ...log.getEntries()].map(toLine).join("");
  const title = log.getSessionName() ?? `Session ${log.getSessionId()}`;
  const messages = branchMessages(log);
  return extension === ".md" ? renderMarkdown(title, messages) : renderHtml(title, messages, theme);
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** All that was said on the branch, also what compactions have hidden from the model. */
function branchMessages(log: SessionManager): AgentMessage[] {
  return log.getBranch().flatMap((entry): AgentMessage[] => {
    if (entry.type === "message") return [entry.message];
    const timestamp = Date.parse(entry.timestamp);
    if (entry.type === "compaction")
      return [{ role: "compactionSummary", summary: entry.summary, tokensBefore: entry.tokensBefore, timestamp }];
    if (entry.type === "branch_summary")
      return [{ role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp }];
    if (entry.type !== "custom_message" || !entry.display) return [];
    return [{ role: "custom", customType: entry.customType, content: entry.content, display: true, timestamp }];
  });
}
