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
  for (const [index, { cell_type: type, source: code, outputs: stored }] of cells.entries()) {
    const outputs = listOf(stored).flatMap((output) => outputLines(fieldsOf(output)));
    const shown = outputs.slice(0, MAX_OUTPUT_LINES);
    const more = outputs.length - shown.length;
    const said = [...shown, ...(more > 0 ? [`… ${more} more lines`] : [])].map((line) => `# > ${line}`);
    const parts = [
      `# %% [${typeof type === "string" ? type : "unknown"}] cell:${index + 1}`,
      lines(code).join("\n"),
      ...said,
    ];
    if (!text.add(`${parts.join("\n")}\n`)) break;
  }
  return text.result([
    `Notebook, ${cells.length === 1 ? "1 cell" : `${cells.length} cells`}. ${name}:raw shows the JSON`,
  ]);
};

type Fields = Readonly<Record<string, unknown>>;

/** Resolves to the cells. Programs write notebooks, and not all of them write them well: any field may be missing or of another type. */
function cellsIn(json: string): readonly Fields[] | undefined {
  try {
    const { cells } = fieldsOf(JSON.parse(json));
    return Array.isArray(cells) ? cells.map(fieldsOf) : undefined;
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

function outputLines({ text, data, traceback, ename }: Fields): string[] {
  if (text !== undefined) return lines(text);
  if (traceback !== undefined) return [String(ename), ...lines(listOf(traceback).join("\n"))].map(withoutColours);
  const shown = fieldsOf(data);
  const images = Object.keys(shown).filter((kind) => kind.startsWith("image/"));
  return [...lines(shown["text/plain"]), ...images.map((kind) => `[${kind}]`)];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function withoutColours(line: string): string {
  return line.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g"), "");
}
