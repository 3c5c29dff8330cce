import type { Flowchart, FlowEdge, FlowNode } from "./parse-flowchart.ts";

const HEADER = /^stateDiagram(?:-v2)?$/;
const IGNORED = /^(?:direction\b|classDef\b|class\b|note\b|end note$|\}$|state\s+\w+\s*\{$|--$)/;
const TRANSITION = /^(\[\*\]|\w+)\s*-->\s*(\[\*\]|\w+)\s*(?::\s*(.*))?$/;
const NAMED = /^state\s+"(.*)"\s+as\s+(\w+)$/;
const ALONE = /^(?:state\s+)?\w+$/;
const DESCRIBED = /^(\w+)\s*:\s*(.*)$/;

/** Returns the states and transitions of a state diagram as a chart; undefined for any other source. */
export function parseState(lines: readonly string[]): Flowchart | undefined {
  if (!HEADER.test(lines[0] ?? "")) return undefined;
  const reader = new StateReader();
  const isRead = lines.slice(1).every((line) => IGNORED.test(line) || reader.readLine(line));
  return isRead && reader.nodes.size > 0 ? reader : undefined;
}

class StateReader implements Flowchart {
  readonly nodes = new Map<string, FlowNode>();
  readonly edges: FlowEdge[] = [];

  readLine(line: string): boolean {
    const transition = TRANSITION.exec(line);
    if (transition) {
      const [, from = "", to = "", label = ""] = transition;
      this.edges.push({ from: this.place(from, "●"), to: this.place(to, "◉"), label: label.trim() });
      return true;
    }
    const [, name, id] = NAMED.exec(line) ?? [];
    const [, described, description] = DESCRIBED.exec(line) ?? [];
    if (id !== undefined) this.add(id, name ?? id);
    else if (described !== undefined) this.add(described, description ?? described);
    else if (ALONE.test(line)) this.place(line.replace(/^state\s+/, ""), "●");
    else return false;
    return true;
  }

  /** Returns the id of a state. `[*]` is the start if an arrow leaves it, and the end if an arrow arrives. */
  private place(name: string, mark: "●" | "◉"): string {
    const id = name === "[*]" ? mark : name;
    if (!this.nodes.has(id)) this.add(id, id);
    return id;
  }

  private add(id: string, label: string): void {
    this.nodes.set(id, { id, label });
  }
}
