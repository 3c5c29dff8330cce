import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "../text/index.ts";
import type { RenderContext } from "./render-context.ts";

const DEFAULT_INDENT = "  ";

export function renderCode(code: string, lang: string | undefined, width: number, context: RenderContext): string[] {
  const { theme } = context;
  const indent = (theme.codeBlockIndent ?? DEFAULT_INDENT).slice(0, Math.max(0, width - 1));
  const room = Math.max(1, width - visibleWidth(indent));
  const border = (text: string) => theme.codeBlockBorder(truncateToWidth(text, width, ""));
  const lines = highlight(code, lang, context).flatMap((line) => wrapTextWithAnsi(line, room));
  return [border(`\`\`\`${lang ?? ""}`), ...lines.map((line) => indent + line), border("```")];
}

function highlight(code: string, lang: string | undefined, { theme }: RenderContext): string[] {
  return theme.highlightCode?.(code, lang) ?? code.split("\n").map((line) => theme.codeBlock(line));
}
