import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "../../text/index.ts";
import { drawMermaid } from "../mermaid/index.ts";
import type { RenderContext } from "./render-context.ts";

const DEFAULT_INDENT = "  ";
const RULE = "──";

export interface CodeFrame {
  readonly top: string;
  readonly bottom: string;
  readonly indent: string;
  /** The number of columns for the code. */
  readonly room: number;
}

export function renderCode(code: string, lang: string | undefined, width: number, context: RenderContext): string[] {
  const isDiagram = lang === "mermaid" && (context.options.drawDiagrams?.() ?? true);
  const diagram = isDiagram ? drawMermaid(code, width) : undefined;
  if (diagram) return diagram.map((line) => context.theme.codeBlock(line));
  const { top, bottom, indent, room } = codeFrame(lang ?? "", width, context);
  const lines = highlight(code, lang, context).flatMap((line) => wrapTextWithAnsi(line, room));
  return [top, ...lines.map((line) => indent + line), bottom];
}

export function codeFrame(lang: string, width: number, { theme }: RenderContext): CodeFrame {
  const indent = (theme.codeBlockIndent ?? DEFAULT_INDENT).slice(0, Math.max(0, width - 1));
  const border = (text: string) => theme.codeBlockBorder(truncateToWidth(text, width, ""));
  return {
    top: border(lang === "" ? RULE : `${RULE} ${lang}`),
    bottom: border(RULE),
    indent,
    room: Math.max(1, width - visibleWidth(indent)),
  };
}

function highlight(code: string, lang: string | undefined, { theme }: RenderContext): string[] {
  return theme.highlightCode?.(code, lang) ?? code.split("\n").map((line) => theme.codeBlock(line));
}
