import { visibleWidth } from "../../text/index.ts";
import { drawClass } from "./draw-class.ts";
import { type DiagramSpacing, drawFlowchart, listEdges } from "./draw-flowchart.ts";
import { drawPie } from "./draw-pie.ts";
import { drawSequence } from "./draw-sequence.ts";
import { parseFlowchart } from "./parse-flowchart.ts";
import { parseState } from "./parse-state.ts";

export type { DiagramSpacing } from "./draw-flowchart.ts";

/** Limits for parsing: diagrams written by hand are smaller, and the patterns take time quadratic in the length of a line. */
const MAX_SOURCE = 20_000;
const MAX_LINE = 400;

/** Draws a Mermaid diagram as text. Returns undefined if its kind is unknown or it is too wide; its source is then more useful. */
export function drawMermaid(source: string, width: number, spacing?: DiagramSpacing): string[] | undefined {
  if (source.length > MAX_SOURCE || source.split("\n").some((line) => line.length > MAX_LINE)) return undefined;
  const written = source
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("%%"));
  const chart = parseFlowchart(source) ?? parseState(written);
  const drawings = chart
    ? [drawFlowchart(chart, spacing), listEdges(chart)]
    : [drawSequence(written) ?? drawPie(written) ?? drawClass(written) ?? []];
  return drawings.find((lines) => lines.length > 0 && lines.every((line) => visibleWidth(line) <= width));
}
