import { type Format, LimitedText } from "../format.ts";
import { decode } from "../text.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_OUTPUT_LINES = 40;

/** Shows the cells of a Jupyter notebook with markers, and the text of their outputs. */
export const readNotebook: Format = async (input) => {
  const { source, name } = input;
  if (source.size > MAX_BYTES) throw new Error("it is larger than 64 MB. Use bash with jq");
  const cells = cellsIn(decode(await source.read(0, source.size)));
  if (!cells) return undefined;
  const text = new LimitedText(input);
  for (const [index, cell] of cells.entries()) {
    const outputs = (cell.outputs ?? []).flatMap(outputLines);
    const shown = outputs.slice(0, MAX_OUTPUT_LINES);
    const more = outputs.length - shown.length;
    const said = [...shown, ...(more > 0 ? [`… ${more} more lines`] : [])].map((line) => `# > ${line}`);
    const parts = [`# %% [${cell.cell_type}] cell:${index + 1}`, lines(cell.source).join("\n"), ...said];
    if (!text.add(`${parts.join("\n")}\n`)) break;
  }
  return text.result([
    `Notebook, ${cells.length === 1 ? "1 cell" : `${cells.length} cells`}. ${name}:raw shows the JSON`,
  ]);
};

interface Cell {
  readonly cell_type: string;
  readonly source: unknown;
  readonly outputs?: readonly Readonly<Record<string, unknown>>[];
}

function cellsIn(json: string): readonly Cell[] | undefined {
  try {
    const cells = (JSON.parse(json) as { cells?: unknown } | null)?.cells;
    return Array.isArray(cells) ? (cells as Cell[]) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A text is stored as one string or as a list of lines. */
function lines(text: unknown): string[] {
  const whole = Array.isArray(text) ? text.join("") : typeof text === "string" ? text : "";
  return whole === "" ? [] : whole.replace(/\n$/, "").split("\n");
}

function outputLines(output: Readonly<Record<string, unknown>>): string[] {
  const { text, data, traceback, ename } = output;
  if (text !== undefined) return lines(text);
  if (traceback !== undefined) return [`${ename}`, ...lines((traceback as string[]).join("\n"))].map(withoutColours);
  const kinds = Object.keys((data as object | undefined) ?? {});
  const plain = lines((data as Record<string, unknown> | undefined)?.["text/plain"]);
  return [...plain, ...kinds.filter((kind) => kind.startsWith("image/")).map((kind) => `[${kind}]`)];
}

function withoutColours(line: string): string {
  return line.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g"), "");
}
