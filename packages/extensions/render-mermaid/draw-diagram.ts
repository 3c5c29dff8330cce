import { drawMermaid } from "@tau/tui";

export interface DiagramConfig {
  readonly useAscii?: boolean;
  readonly paddingX?: number;
  readonly paddingY?: number;
  readonly boxBorderPadding?: number;
}

/** More padding must be a mistake and would leave a drawing of mostly blanks. */
const MOST_PADDING = 40;

const ASCII: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."┌┐└┘┬┴├┤┼"].map((corner) => [corner, "+"])),
  ...{ "─": "-", "┄": "-", "│": "|", "▶": ">", "◀": "<", "▼": "v", "▲": "^", "↑": "^", "█": "#", "▏": "|" },
};

/** Draws a diagram as text. Throws if the source cannot be drawn. */
export function drawDiagram(source: string, config: DiagramConfig = {}): string {
  const { useAscii = false, paddingX, paddingY, boxBorderPadding } = config;
  const lines = drawMermaid(source, Number.POSITIVE_INFINITY, {
    ...(paddingX === undefined ? {} : { horizontal: cells(paddingX) }),
    ...(paddingY === undefined ? {} : { vertical: cells(paddingY) }),
    ...(boxBorderPadding === undefined ? {} : { box: cells(boxBorderPadding) }),
  });
  if (!lines)
    throw new Error(
      "The diagram cannot be drawn: it has a syntax error, or is no flowchart, state, sequence, class or pie diagram.",
    );
  const drawing = lines.join("\n");
  return useAscii ? drawing.replace(/[─-▏▲-◀↑]/gu, (character) => ASCII[character] ?? "?") : drawing;
}

function cells(wanted: number): number {
  return Math.min(MOST_PADDING, Math.max(0, Math.floor(wanted)));
}
