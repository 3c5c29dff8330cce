import type { ImageContent, TextContent, ToolCall, ToolResultMessage } from "@tau/ai";
import { languageOfPath } from "../../highlight/index.ts";
import { stripTerminalSequences } from "../../output/terminal-text.ts";
import { escapeHtml } from "../escape-html.ts";
import { changesOf, countChanges, diffToHtml } from "./diff-html.ts";
import type { PageContext } from "./page-context.ts";
import { terminalToHtml } from "./terminal-html.ts";

/** How a call is shown: a title line, and a body below it. */
interface ToolView {
  /** Inline HTML. */
  readonly title: string;
  /** The title as plain text, for the tree. */
  readonly label: string;
  readonly remark?: string;
  readonly body: string;
  /** Number of lines in the body. Short bodies are shown expanded. */
  readonly lines: number;
  /** Up to how many lines the body counts as short. */
  readonly most?: number;
}

export interface ToolBox {
  readonly label: string;
  readonly html: string;
}

/** The same number of output lines that the screen shows of a call. */
const FEW_LINES = 8;
const FEW_CHANGES = 40;

/** Renders a call with its result as the screen does: by the renderer of its extension, or in the default way. */
export function toolBox(call: ToolCall, result: ToolResultMessage | undefined, page: PageContext): ToolBox {
  const view = byExtension(call, result, page) ?? usual(call, result, page);
  const isError = result?.isError === true;
  const isOpen = isError || (view.lines > 0 && view.lines <= (view.most ?? FEW_LINES));
  const outcome = result === undefined ? "no result" : (view.remark ?? "");
  const remark = outcome === "" ? "" : ` <span class="remark">${escapeHtml(outcome)}</span>`;
  const body = result === undefined ? view.body : nestedCalls(result) + view.body + imagesOf(result);
  const summary = `<summary>${view.title}${remark}</summary>`;
  return {
    label: isError ? `${view.label} (failed)` : view.label,
    html:
      body === ""
        ? `<div class="tool">${view.title}${remark}</div>`
        : `<details class="tool${isError ? " error" : ""}"${isOpen ? " open" : ""}>${summary}${body}</details>`,
  };
}

/** Renders a result whose call is not on the page. */
export function resultBox(result: ToolResultMessage, page: PageContext): ToolBox {
  return toolBox({ type: "toolCall", id: result.toolCallId, name: result.toolName, arguments: {} }, result, page);
}

function byExtension(call: ToolCall, result: ToolResultMessage | undefined, page: PageContext): ToolView | undefined {
  const drawnCall = page.drawings.call(call, result);
  const drawnResult = result && page.drawings.result(result);
  if (!drawnCall && !drawnResult) return undefined;
  const { title, label, body } = usual(call, result, page);
  const [first, ...rest] = terminalToHtml(drawnCall ?? []).filter(isVisible);
  const own = drawnResult ? terminalToHtml(drawnResult) : undefined;
  const lines = [...rest, ...(own ?? [])];
  return {
    title: first ?? title,
    label: first === undefined ? label : textOf(first),
    body: (lines.length > 0 ? `<pre>${lines.join("\n")}</pre>` : "") + (own ? "" : body),
    lines: own ? lines.length : FEW_LINES + 1,
  };
}

function usual(call: ToolCall, result: ToolResultMessage | undefined, page: PageContext): ToolView {
  const draw = Object.hasOwn(BUILT_IN, call.name) ? BUILT_IN[call.name] : undefined;
  return (draw ?? anyTool)(call, result, page);
}

type Draw = (call: ToolCall, result: ToolResultMessage | undefined, page: PageContext) => ToolView;

const BUILT_IN: Readonly<Record<string, Draw>> = {
  bash: command("$", "bash"),
  powershell: command("PS>", "powershell"),
  edit: (call, result, page) => {
    const changes = result?.isError ? [] : changesOf(result?.details);
    if (changes.length === 0) return anyTool(call, result, page);
    return {
      ...named(call, page),
      remark: countChanges(changes),
      body: diffToHtml(changes, languageOf(call), page.painter),
      lines: changes.length,
      most: FEW_CHANGES,
    };
  },
  read: (call, result, page) => fileText(call, result, textContent(result), page),
  write: (call, result, page) => fileText(call, result, wordOf(call, "content"), page),
};

function command(prompt: string, language: string): Draw {
  return (call, result, page) => {
    const lines = plain(wordOf(call, "command")).trimEnd().split("\n");
    const painted = page.painter.lines(lines, language);
    const isLong = lines.length > 1;
    const { output, count } = commandOutput(result);
    return {
      title: `<b>${escapeHtml(prompt)}</b> <code>${painted[0] ?? ""}${isLong ? " …" : ""}</code>`,
      label: `${call.name}: ${lines[0] ?? ""}`,
      remark: count === 0 ? "no output" : manyLines(count),
      body: (isLong ? `<pre>${painted.join("\n")}</pre>` : "") + output,
      lines: count + lines.length - 1,
    };
  };
}

function commandOutput(result: ToolResultMessage | undefined): { output: string; count: number } {
  const text = textContent(result).trimEnd();
  if (text === "" || text === "(no output)") return { output: "", count: 0 };
  return { output: `<pre>${escapeHtml(text)}</pre>`, count: text.split("\n").length };
}

function fileText(call: ToolCall, result: ToolResultMessage | undefined, text: string, page: PageContext): ToolView {
  if (result?.isError) return anyTool(call, result, page);
  const code = plain(text).replace(/\n$/, "");
  return {
    ...named(call, page),
    remark: code === "" ? "" : countOf(code.split("\n").length, "line"),
    body: code === "" ? "" : `<pre>${page.painter.text(code, languageOf(call))}</pre>`,
    // Always folded: the title names the file, and a reader who wants the content can unfold it.
    lines: 0,
  };
}

function anyTool(call: ToolCall, result: ToolResultMessage | undefined, page: PageContext): ToolView {
  const text = textContent(result).trimEnd();
  const args = JSON.stringify(call.arguments, null, 2) ?? "{}";
  const shownArgs = args === "{}" ? "" : `<pre>${page.painter.text(plain(args), "json")}</pre>`;
  const count = text === "" ? 0 : text.split("\n").length;
  return {
    ...named(call, page),
    remark: manyLines(count),
    body: shownArgs + (text === "" ? "" : `<pre>${escapeHtml(text)}</pre>`),
    lines: 0,
  };
}

/** Returns the tool's name and its most telling argument. */
function named(call: ToolCall, { cwd }: PageContext): Pick<ToolView, "title" | "label"> {
  const said = ["path", "file_path", "pattern", "query", "url", "command", "name"].map((key) => wordOf(call, key));
  const subject = oneLine(said.find((word) => word !== "") ?? "");
  const short = subject.startsWith(`${cwd}/`) ? subject.slice(cwd.length + 1) : subject;
  const shown = short === "" ? "" : ` <code>${escapeHtml(short)}</code>`;
  return { title: `<b>${escapeHtml(call.name)}</b>${shown}`, label: `${call.name}: ${short}`.replace(/: $/, "") };
}

function imagesOf({ content, toolName }: ToolResultMessage): string {
  return blocksOf(content)
    .flatMap((block) => (block.type === "image" ? [imageHtml(block, toolName)] : []))
    .join("");
}

export function imageHtml({ mimeType, data }: ImageContent, of: string): string {
  return `<img alt="Image (${escapeHtml(of)})" src="data:${escapeHtml(mimeType)};base64,${escapeHtml(data)}">`;
}

/** Lists the calls that the tool itself made, one per line. Only the tool received their results. */
function nestedCalls({ toolName, nestedCalls: nested }: ToolResultMessage): string {
  const { calls = [], complete = true } = nested ?? {};
  if (calls.length === 0) return "";
  const lines = calls.map(({ name, arguments: args, status, durationMs, error }) => {
    const took = durationMs === undefined ? "" : ` ${Math.round(durationMs)} ms`;
    return `${name} ${args ? JSON.stringify(args) : "…"}: ${status}${took}${error ? ` (${error})` : ""}`;
  });
  const all = [...lines, ...(complete ? [] : ["and more that were not kept"])];
  return `<pre><b>${escapeHtml(toolName)} called</b>\n${escapeHtml(all.join("\n"))}</pre>`;
}

function textContent(result: ToolResultMessage | undefined): string {
  const texts = blocksOf(result?.content ?? []).flatMap((block) => (block.type === "text" ? [plain(block.text)] : []));
  return texts.join("\n");
}

function blocksOf(content: ToolResultMessage["content"] | string): readonly (TextContent | ImageContent)[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function wordOf({ arguments: args }: ToolCall, key: string): string {
  const value: unknown = args?.[key];
  return typeof value === "string" ? value : "";
}

function languageOf(call: ToolCall): string | undefined {
  return languageOfPath(wordOf(call, "path"));
}

/** Removes terminal colours and other control sequences. */
function plain(text: string): string {
  return stripTerminalSequences(text);
}

/** Returns the number of lines as text, or nothing if the lines are few enough to be visible at once. */
function manyLines(count: number): string {
  return count > FEW_LINES ? countOf(count, "line") : "";
}

function countOf(count: number, unit: string): string {
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function isVisible(html: string): boolean {
  return textOf(html).trim() !== "";
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .trim();
}
