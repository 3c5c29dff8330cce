import { visibleWidth } from "../../text/index.ts";
import { drawFlowchart } from "./draw-flowchart.ts";
import { drawSequence } from "./draw-sequence.ts";
import { parseFlowchart } from "./parse-flowchart.ts";

/** Bounds on what is parsed: nobody writes more by hand, and the patterns take time in the square of a line. */
const MAX_SOURCE = 20_000;
const MAX_LINE = 400;

/** A Mermaid diagram as text, or undefined if it is of an unknown kind or too wide: then its source says more. */
export function drawMermaid(source: string, width: number): string[] | undefined {
  if (source.length > MAX_SOURCE || source.split("\n").some((line) => line.length > MAX_LINE)) return undefined;
  const flowchart = parseFlowchart(source);
  const lines = flowchart ? drawFlowchart(flowchart) : drawSequence(source);
  return lines?.every((line) => visibleWidth(line) <= width) ? lines : undefined;
}
