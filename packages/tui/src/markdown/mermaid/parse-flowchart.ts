export interface FlowNode {
  readonly id: string;
  readonly label: string;
}

export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

export interface Flowchart {
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly edges: readonly FlowEdge[];
}

const HEADER = /^(?:graph|flowchart)\b/;
const IGNORED = /^(?:%%|classDef\b|class\b|style\b|linkStyle\b|click\b|subgraph\b|end$|direction\b)/;
/** Matches an id and an optional label in any of the brackets that define a shape. A quoted label may contain brackets. */
const NODE =
  /^\s*(\w+(?:[.-]\w+)*)(?:@\{[^}]*\})?(?:\s*(?:[[({]{1,3}\/?|>)(?:"([^"]*)"|(.*?))\/?(?:\]\)|\)\]|\]{1,2}|\){1,3}|\}{1,2}))?(?::::\w+)?/;
const ARROW =
  /^\s*(?:[<ox]?(?:--+|==+|-\.+)\s*([^|>=.-][^>]*?)\s*(?:--+|==+|\.+-)[>ox]?|[<ox]?(?:--+|==+|-\.+-)[>ox]?|~~~+)(?:\s*\|"?([^|]*?)"?\|)?/;

/** Returns the nodes and edges of a flowchart; undefined for another kind of diagram or unknown syntax. */
export function parseFlowchart(source: string): Flowchart | undefined {
  const lines = source.split(/[\n;]/).map((line) => line.trim());
  const first = lines.find((line) => line !== "" && !line.startsWith("%%"));
  if (!first || !HEADER.test(first)) return undefined;
  const reader = new FlowchartReader();
  for (const line of lines.slice(lines.indexOf(first) + 1)) {
    if (line !== "" && !IGNORED.test(line) && !reader.readLine(line)) return undefined;
  }
  return reader.nodes.size > 0 ? reader : undefined;
}

class FlowchartReader implements Flowchart {
  readonly nodes = new Map<string, FlowNode>();
  readonly edges: FlowEdge[] = [];

  /** Reads `A[Label] -->|text| B & C --> D`. Returns false if the line contains anything but nodes and arrows. */
  readLine(line: string): boolean {
    let rest = line;
    let sources: string[] = [];
    let label = "";
    for (;;) {
      const group = this.readGroup(rest);
      if (!group) return false;
      for (const from of sources) for (const to of group.ids) this.edges.push({ from, to, label });
      const arrow = ARROW.exec(group.rest);
      if (!arrow) return group.rest.trim() === "";
      label = (arrow[2] ?? arrow[1] ?? "").trim();
      // A link of tildes is invisible: it only keeps nodes together.
      sources = arrow[0].includes("~") ? [] : group.ids;
      rest = group.rest.slice(arrow[0].length);
    }
  }

  private readGroup(text: string): { ids: string[]; rest: string } | undefined {
    const ids: string[] = [];
    let rest = text;
    for (;;) {
      const match = NODE.exec(rest);
      if (!match) return undefined;
      const [whole, id = "", quoted, bare] = match;
      const label = quoted ?? bare;
      ids.push(id);
      if (label !== undefined || !this.nodes.has(id)) this.nodes.set(id, { id, label: clean(label ?? id) });
      rest = rest.slice(whole.length);
      const and = /^\s*&/.exec(rest);
      if (!and) return { ids, rest };
      rest = rest.slice(and[0].length);
    }
  }
}

function clean(label: string): string {
  return label
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/\s+/g, " ")
    .trim();
}
