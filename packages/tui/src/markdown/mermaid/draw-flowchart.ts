import { visibleWidth } from "../../text/index.ts";
import type { Flowchart, FlowEdge } from "./parse-flowchart.ts";

/** Boxes below each other, each with the arrows that lead to it. A node that was drawn before is only named. */
export function drawFlowchart(chart: Flowchart): string[] {
  const drawing = new FlowchartDrawing(chart);
  const targets = new Set(chart.edges.map((edge) => edge.to));
  const roots = [...chart.nodes.keys()].filter((id) => !targets.has(id));
  // A chart that is one circle has no root: it starts where it was written first.
  for (const id of [...roots, ...chart.nodes.keys()]) drawing.drawRoot(id);
  return drawing.lines;
}

const MAX_DEPTH = 40;

class FlowchartDrawing {
  readonly lines: string[] = [];
  private readonly chart: Flowchart;
  private readonly outgoing: ReadonlyMap<string, FlowEdge[]>;
  private readonly drawn = new Set<string>();

  constructor(chart: Flowchart) {
    this.chart = chart;
    this.outgoing = Map.groupBy(chart.edges, (edge) => edge.from);
  }

  drawRoot(id: string): void {
    if (this.drawn.has(id)) return;
    for (const line of this.box(id)) this.lines.push(line);
    this.drawChildren(id, " ", 0);
  }

  private drawChildren(id: string, indent: string, depth: number): void {
    const edges = depth < MAX_DEPTH ? (this.outgoing.get(id) ?? []) : [];
    for (const [index, edge] of edges.entries()) this.drawEdge(edge, indent, depth, index === edges.length - 1);
  }

  private drawEdge(edge: FlowEdge, indent: string, depth: number, isLast: boolean): void {
    const arm = edge.label ? `─ ${edge.label} ─▶ ` : "──▶ ";
    const start = `${indent}${isLast ? "└" : "├"}${arm}`;
    if (this.drawn.has(edge.to)) {
      this.lines.push(`${start}${this.label(edge.to)} ↑`);
      return;
    }
    const space = " ".repeat(visibleWidth(arm));
    const below = indent + (isLast ? " " : "│") + space;
    const [top = "", middle = "", bottom = ""] = this.box(edge.to);
    this.lines.push(`${indent}│${space}${top}`, start + middle, below + bottom);
    this.drawChildren(edge.to, `${below} `, depth + 1);
  }

  /** The bottom edge opens where arrows leave. */
  private box(id: string): string[] {
    this.drawn.add(id);
    const label = this.label(id);
    const width = visibleWidth(label) + 2;
    const leaves = (this.outgoing.get(id)?.length ?? 0) > 0;
    const bottom = `└${leaves ? "┬" : "─"}${"─".repeat(width - 1)}┘`;
    return [`┌${"─".repeat(width)}┐`, `│ ${label} │`, bottom];
  }

  private label(id: string): string {
    return this.chart.nodes.get(id)?.label || id;
  }
}
