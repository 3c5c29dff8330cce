import { StringDecoder } from "node:string_decoder";
import { type Format, LimitedText } from "../format.ts";
import { formatSize } from "../text.ts";

/** Smaller files are read as plain text, which can be edited. */
const MIN_BYTES = 256 * 1024;
const SEPARATORS = [",", ";", "\t", "|"];

/** Shows the beginning of a large CSV or TSV file without reading it whole, and names its columns. */
export const readTable: Format = async (input) => {
  const { source } = input;
  const head = await source.read(0, 8192);
  if (source.size < MIN_BYTES || head.includes(0)) return undefined;
  const text = new LimitedText(input);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of source.stream(0, source.size)) {
    const lines = (rest + decoder.write(Buffer.from(chunk))).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0 && !text.add(lines.map((line) => line.replace(/\r$/, "")).join("\n"))) break;
    if (rest.length > 4 * 1024 * 1024) throw new Error("a line is longer than 4 MB. Use bash with cut or head -c");
  }
  if (!text.isFull && rest !== "") text.add(rest);
  const columns = columnsIn(head.toString("utf8").split(/\r?\n/, 1)[0] ?? "");
  return text.result([
    `Table, ${formatSize(source.size)}, ${columns.length} columns: ${columns.slice(0, 50).join(", ")}`,
  ]);
};

function columnsIn(line: string): string[] {
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
  return line
    .replace(/^\uFEFF/, "")
    .split(separator)
    .map((name) => name.replace(/^"|"$/g, "").trim());
}
