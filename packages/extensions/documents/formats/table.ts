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
  const columns = columnsIn(head.toString("utf8"));
  return text.result([
    `Table, ${formatSize(source.size)}, ${columns.length} columns: ${columns.slice(0, 50).join(", ")}`,
  ]);
};

/** Returns the names of the columns. Names in quotes may hold separators and line breaks. */
function columnsIn(head: string): string[] {
  const text = head.replace(/^\uFEFF/, "");
  const record = /^(?:"[^"]*"|[^"\r\n])*(?=\r?\n|$)/.exec(text)?.[0] ?? text.split(/\r?\n/, 1).join("");
  const bare = record.replace(/"[^"]*"/g, "");
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
  const names: string[] = [];
  let [name, isQuoted] = ["", false];
  for (const sign of record) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === separator && !isQuoted) {
      names.push(name);
      name = "";
    } else if (sign !== '"') name += sign;
  }
  return [...names, name].map((each) => each.replace(/\s+/g, " ").trim());
}
