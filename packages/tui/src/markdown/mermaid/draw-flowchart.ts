import { visibleWidth } from "../../text/index.ts";
import type { Flowchart, FlowEdge } from "./parse-flowchart.ts";

/** Additional space between the boxes of a flowchart, in cells. */
export interface DiagramSpacing {
  readonly horizontal?: number;
  readonly vertical?: number;
  /** The space between a label and its box. Default 1. */
  readonly box?: number;
}

/**
 * Draws the boxes below each other. A single successor is drawn under its box; several are indented, each at its arrow.
 * A node that was already drawn is only named.
 */
export function drawFlowchart(chart: Flowchart, spacing: DiagramSpacing = {}): string[] {
  const drawing = new FlowchartDrawing(chart, spacing);
  const targets = new Set(chart.edges.map((edge) => edge.to));
  const roots = [...chart.nodes.keys()].filter((id) => !targets.has(id));
  // A chart that is one cycle has no root: it starts at the first node in the source.
  for (const id of [...roots, ...chart.nodes.keys()]) drawing.drawRoot(id);
  return drawing.lines;
}

/** Lists only the arrows, one per line, for a chart that is too wide. */
export function listEdges(chart: Flowchart): string[] {
  return chart.edges.map(({ from, to, label }) => `${nameOf(chart, from)} ${arrow(label)} ${nameOf(chart, to)}`);
}

const MAX_DEPTH = 40;

class FlowchartDrawing {
  readonly lines: string[] = [];
  private readonly chart: Flowchart;
  private readonly outgoing: ReadonlyMap<string, FlowEdge[]>;
  private readonly drawn = new Set<string>();
  private readonly spacing: Required<DiagramSpacing>;

  constructor(chart: Flowchart, { horizontal = 0, vertical = 0, box = 1 }: DiagramSpacing) {
    this.chart = chart;
    this.spacing = { horizontal, vertical, box };
    this.outgoing = Map.groupBy(chart.edges, (edge) => edge.from);
  }

  drawRoot(id: string): void {
    if (this.drawn.has(id)) return;
    for (const line of this.box(id)) this.lines.push(line);
    this.drawTargets(id, "", 0);
  }

  /** `indent` is the position of the node's box. */
  private drawTargets(from: string, indent: string, depth: number): void {
    let edges = this.outgoing.get(from) ?? [];
    for (let next = this.single(edges); next; next = this.single(edges)) {
      this.lines.push(`${indent} │${next.label && ` ${next.label}`}`, ...this.gap(`${indent} │`), `${indent} ▼`);
      for (const line of this.box(next.to)) this.lines.push(indent + line);
      edges = this.outgoing.get(next.to) ?? [];
    }
    if (depth === MAX_DEPTH) return;
    for (const [index, edge] of edges.entries()) this.drawEdge(edge, `${indent} `, depth, index === edges.length - 1);
  }

  /** Returns the only arrow of a node, if its target is not drawn yet. */
  private single([edge, ...others]: readonly FlowEdge[]): FlowEdge | undefined {
    return edge && others.length === 0 && !this.drawn.has(edge.to) ? edge : undefined;
  }

  private drawEdge(edge: FlowEdge, indent: string, depth: number, isLast: boolean): void {
    const arm = `${arrow(edge.label, this.spacing.horizontal)} `;
    const start = `${indent}${isLast ? "└" : "├"}${arm}`;
    if (this.drawn.has(edge.to)) {
      this.lines.push(`${start}${nameOf(this.chart, edge.to)} ↑`);
      return;
    }
    const space = " ".repeat(visibleWidth(arm));
    const below = indent + (isLast ? " " : "│") + space;
    const [top = "", middle = "", bottom = ""] = this.box(edge.to);
    this.lines.push(...this.gap(`${indent}│`), `${indent}│${space}${top}`, start + middle, below + bottom);
    this.drawTargets(edge.to, below, depth + 1);
  }

  private gap(line: string): string[] {
    return Array.from({ length: this.spacing.vertical }, () => line);
  }

  /** Draws a box. The bottom edge has a junction if arrows leave the node. */
  private box(id: string): string[] {
    this.drawn.add(id);
    const label = nameOf(this.chart, id);
    const space = " ".repeat(this.spacing.box);
    const width = visibleWidth(label) + 2 * space.length;
    const leaves = (this.outgoing.get(id)?.length ?? 0) > 0;
    const bottom = `└${leaves ? "┬" : "─"}${"─".repeat(Math.max(0, width - 1))}┘`;
    return [`┌${"─".repeat(width)}┐`, `│${space}${label}${space}│`, bottom];
  }
}

function arrow(label: string, more = 0): string {
  const line = "─".repeat(more);
  return label ? `─ ${label} ${line}─▶` : `${line}──▶`;
}

function nameOf(chart: Flowchart, id: string): string {
  return chart.nodes.get(id)?.label || id;
}
