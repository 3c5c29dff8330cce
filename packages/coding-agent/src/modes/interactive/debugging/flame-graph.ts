import type { CpuProfile } from "./cpu-profile.ts";

interface Frame {
  readonly name: string;
  readonly children: Map<string, Frame>;
  microseconds: number;
}

const WIDTH = 1200;
const ROW = 18;
const LEAST_WIDTH = 1;
const CHARACTER = 6.5;

/** Draws a profile as an SVG: a bar for each function, as wide as the time in it, on top of its caller. */
export function flameGraph(profile: CpuProfile): string {
  const root = framesOf(profile);
  const bars: string[] = [];
  const depth = draw(root, { x: 0, depth: 0, scale: WIDTH / Math.max(1, root.microseconds) }, bars);
  const height = (depth + 1) * ROW + 20;
  const title = `${(root.microseconds / 1000).toFixed(0)} ms`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">
<rect width="100%" height="100%" fill="#fff"/><text x="4" y="14">${title}</text><g transform="translate(0,20)">
${bars.join("\n")}
</g></svg>
`;
}

/** Adds up the samples of each stack. */
function framesOf({ nodes, samples = [], timeDeltas = [] }: CpuProfile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const root: Frame = { name: "all", children: new Map(), microseconds: 0 };
  for (const [index, sample] of samples.entries()) {
    const stack: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const { callFrame } = byId.get(id) ?? {};
      if (callFrame && callFrame.functionName !== "(root)") stack.unshift(nameOf(callFrame));
    }
    addStack(root, stack, timeDeltas[index] ?? 0);
  }
  return root;
}

function addStack(root: Frame, stack: readonly string[], microseconds: number): void {
  // Time in which nothing ran would hide the rest.
  if (stack[0] === "(idle)" || stack[0] === "(program)") return;
  let frame = root;
  frame.microseconds += microseconds;
  for (const name of stack) {
    const child: Frame = frame.children.get(name) ?? { name, children: new Map(), microseconds: 0 };
    frame.children.set(name, child);
    child.microseconds += microseconds;
    frame = child;
  }
}

function nameOf({ functionName, url, lineNumber }: CpuProfile["nodes"][number]["callFrame"]): string {
  const place = url === "" ? "" : ` ${url.split("/").slice(-2).join("/")}:${lineNumber + 1}`;
  return `${functionName === "" ? "(anonymous)" : functionName}${place}`;
}

interface Place {
  readonly x: number;
  readonly depth: number;
  readonly scale: number;
}

/** Returns the number of rows. */
function draw(frame: Frame, { x, depth, scale }: Place, bars: string[]): number {
  const width = frame.microseconds * scale;
  if (width < LEAST_WIDTH) return depth;
  const label = width > 4 * CHARACTER ? frame.name.slice(0, Math.floor(width / CHARACTER)) : "";
  const shade = 190 - ((frame.name.length * 37) % 60);
  bars.push(
    `<g><title>${escaped(frame.name)}: ${(frame.microseconds / 1000).toFixed(1)} ms</title><rect x="${x.toFixed(1)}" y="${depth * ROW}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="rgb(250,${shade},90)"/><text x="${(x + 2).toFixed(1)}" y="${depth * ROW + 12}">${escaped(label)}</text></g>`,
  );
  let deepest = depth;
  let at = x;
  for (const child of [...frame.children.values()].sort((a, b) => b.microseconds - a.microseconds)) {
    deepest = Math.max(deepest, draw(child, { x: at, depth: depth + 1, scale }, bars));
    at += child.microseconds * scale;
  }
  return deepest;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
