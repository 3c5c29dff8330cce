import { visibleWidth } from "../../text/index.ts";
import { drawClass } from "./draw-class.ts";
import { type DiagramSpacing, drawFlowchart, listEdges } from "./draw-flowchart.ts";
import { drawPie } from "./draw-pie.ts";
import { drawSequence } from "./draw-sequence.ts";
import { parseFlowchart } from "./parse-flowchart.ts";
import { parseState } from "./parse-state.ts";

export type { DiagramSpacing } from "./draw-flowchart.ts";

/** Bounds on what is parsed: nobody writes more by hand, and the patterns take time in the square of a line. */
const MAX_SOURCE = 20_000;
const MAX_LINE = 400;

/** A Mermaid diagram as text, or undefined if it is of an unknown kind or too wide: then its source says more. */
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
