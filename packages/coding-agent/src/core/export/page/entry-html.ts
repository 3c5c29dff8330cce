import type { AgentMessage, SessionEntry } from "@tau/agent";
import { type AssistantMessage, contentText, type UserMessage } from "@tau/ai";
import { stripTerminalSequences } from "../../output/terminal-text.ts";
import { asTyped } from "../../session/log/as-typed.ts";
import { escapeHtml } from "../escape-html.ts";
import { markdownToHtml } from "../markdown-html.ts";
import type { PageContext } from "./page-context.ts";
import { terminalToHtml } from "./terminal-html.ts";
import { imageHtml, resultBox, toolBox } from "./tool-html.ts";

/** A piece of an entry: its HTML, and the label that represents it in the tree. */
export interface PagePart {
  readonly kind: "user" | "text" | "thinking" | "tool" | "note" | "error";
  readonly label: string;
  readonly html: string;
}

/** Returns what the page shows of an entry; nothing for entries that only change state. */
export function entryToHtml(entry: SessionEntry, page: PageContext): PagePart[] {
  const timestamp = Date.parse(entry.timestamp);
  switch (entry.type) {
    case "message":
      return messageParts(entry.message, page);
    case "compaction":
      return [summary("Compacted", entry.summary, page)];
    case "branch_summary":
      return [summary("A branch that was left", entry.summary, page)];
    case "custom_message": {
      const { customType, content, display, details } = entry;
      return display ? messageParts({ role: "custom", customType, content, display, details, timestamp }, page) : [];
    }
    case "custom": {
      const lines = page.drawings.entry(entry);
      return lines ? [drawnNote(entry.customType, lines)] : [];
    }
    case "model_change":
      return [note(`Model: ${entry.provider}/${entry.modelId}`)];
    default:
      return [];
  }
}

function messageParts(message: AgentMessage, page: PageContext): PagePart[] {
  switch (message.role) {
    case "user":
      return userParts(message);
    case "assistant":
      return assistantParts(message, page);
    case "toolResult":
      if (page.results.get(message.toolCallId) === message) return [];
      return [{ kind: "tool", ...resultBox(message, page) }];
    case "bashExecution":
      return [commandPart(message)];
    case "compactionSummary":
      return [summary("Compacted", message.summary, page)];
    case "branchSummary":
      return [summary("A branch that was left", message.summary, page)];
    case "custom": {
      const lines = page.drawings.message(message);
      return [lines ? drawnNote(message.customType, lines) : textNote(message, page)];
    }
    default:
      return [];
  }
}

/** Shows what the user typed. Attachments are folded behind it. */
function userParts({ content }: UserMessage): PagePart[] {
  const said = contentText(content);
  const typed = asTyped(said);
  const all = typed === said ? "" : fold("note", "<b>All that was sent</b>", `<pre>${escapeHtml(said)}</pre>`);
  const blocks = typeof content === "string" ? [] : content;
  const images = blocks.flatMap((block) => (block.type === "image" ? [imageHtml(block, "You")] : [])).join("");
  if (typed.trim() === "" && images === "") return [];
  const html = `<section class="user"><pre>${escapeHtml(typed)}</pre>${images}${all}</section>`;
  return [{ kind: "user", label: typed.trim() === "" ? "image" : typed, html }];
}

const OUTCOMES: Partial<Record<AssistantMessage["stopReason"], string>> = {
  error: "The request failed.",
  aborted: "Stopped.",
  length: "The answer was cut off at the model's limit.",
};

function assistantParts(message: AssistantMessage, page: PageContext): PagePart[] {
  const parts = message.content.flatMap((block): PagePart[] => {
    if (block.type === "toolCall") return [{ kind: "tool", ...toolBox(block, page.results.get(block.id), page) }];
    if (block.type === "text") return block.text.trim() === "" ? [] : [answer(block.text, page)];
    const thought = block.redacted ? "*(hidden by the provider)*" : block.thinking;
    const html = fold("thinking", "<b>Thinking</b>", markdown(thought, page));
    return thought.trim() === "" ? [] : [{ kind: "thinking", label: "Thinking", html }];
  });
  const outcome = message.errorMessage ?? OUTCOMES[message.stopReason];
  return outcome === undefined ? parts : [...parts, outcomePart(outcome, message.stopReason)];
}

function outcomePart(text: string, stopReason: AssistantMessage["stopReason"]): PagePart {
  if (stopReason !== "error") return note(text);
  return { kind: "error", label: text, html: `<section class="error">${escapeHtml(text)}</section>` };
}

function answer(text: string, page: PageContext): PagePart {
  return { kind: "text", label: text.replace(/[#*`>\s]+/g, " "), html: `<section>${markdown(text, page)}</section>` };
}

type Command = Extract<AgentMessage, { role: "bashExecution" }>;

/** Shows a command that the user ran, with the colours of its output. */
function commandPart({ command, output, exitCode, cancelled }: Command): PagePart {
  const end = cancelled ? "stopped" : exitCode ? `exit code ${exitCode}` : output === "" ? "no output" : "";
  const remark = end === "" ? "" : ` <span class="remark">${escapeHtml(end)}</span>`;
  const lines = terminalToHtml(output.trimEnd().split("\n"));
  const title = `<b>!</b> <code>${escapeHtml(stripTerminalSequences(command))}</code>${remark}`;
  const body = output.trim() === "" ? "" : `<pre>${lines.join("\n")}</pre>`;
  const kind = cancelled || exitCode ? "tool error" : "tool";
  const html =
    body === ""
      ? `<div class="${kind}">${title}</div>`
      : `<details class="${kind}" open><summary>${title}</summary>${body}</details>`;
  return { kind: "tool", label: `! ${command}`, html };
}

function summary(title: string, text: string, page: PageContext): PagePart {
  return { kind: "note", label: title, html: fold("note", `<b>${title}</b>`, markdown(text, page)) };
}

type CustomMessage = Extract<AgentMessage, { role: "custom" }>;

function textNote({ customType, content }: CustomMessage, page: PageContext): PagePart {
  const text = contentText(content);
  const html = `<section class="note"><b>${escapeHtml(customType)}</b>${markdown(text, page)}</section>`;
  return { kind: "note", label: `${customType} ${text}`, html };
}

function drawnNote(customType: string, lines: readonly string[]): PagePart {
  const html = terminalToHtml(lines).join("\n");
  const label = `${customType} ${stripTerminalSequences(lines.join(" "))}`;
  return { kind: "note", label, html: `<section class="note"><pre>${html}</pre></section>` };
}

function note(text: string): PagePart {
  return { kind: "note", label: text, html: `<section class="note">${escapeHtml(text)}</section>` };
}

function fold(kind: string, title: string, body: string): string {
  return `<details class="${kind}"><summary>${title}</summary>${body}</details>`;
}

function markdown(text: string, { painter }: PageContext): string {
  return `<div class="text">${markdownToHtml(stripTerminalSequences(text), painter)}</div>`;
}
