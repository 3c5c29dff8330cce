import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { type Compressors, parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import { type Format, LimitedText } from "../format.ts";
import { cut, drawTable, formatSize } from "../text.ts";

const ROWS = 50;
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

const limits = { maxOutputLength: MAX_PAGE_BYTES };
const COMPRESSORS: Compressors = {
  GZIP: (bytes) => gunzipSync(bytes, limits),
  BROTLI: (bytes) => brotliDecompressSync(bytes, limits),
  ZSTD: (bytes) => zstdDecompressSync(bytes, limits),
};

/** Shows the columns of a Parquet file and its first rows. */
export const readParquet: Format = async (input) => {
  const { source } = input;
  if ((await source.read(0, 4)).toString("latin1") !== "PAR1") return undefined;
  const file = {
    byteLength: source.size,
    slice: async (start: number, end = source.size) => arrayBuffer(await source.read(start, end - start)),
  };
  const metadata = await parquetMetadataAsync(file).catch((error: Error) => {
    throw new Error(`it is damaged or cut off: ${error.message}`, { cause: error });
  });
  const columns = parquetSchema(metadata).children.map(({ element }) => element);
  const text = new LimitedText(input);
  text.add(`${metadata.num_rows} rows in ${metadata.row_groups.length} row groups, ${formatSize(source.size)}\n`);
  for (const { name, type, logical_type, converted_type } of columns)
    text.add(`${name}: ${logical_type?.type ?? converted_type ?? type ?? "GROUP"}`);
  const names = columns.map(({ name }) => name);
  const rows = await parquetReadObjects({ file, metadata, rowStart: 0, rowEnd: ROWS, compressors: COMPRESSORS });
  const cells = rows.map((row) => names.map((name) => valueText(row[name])));
  for (const line of ["", ...drawTable(names, cells)]) text.add(line);
  return text.result([`The first ${rows.length} rows. Use bash with duckdb or python for more`]);
};

function arrayBuffer(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object") return cut(String(value), 200);
  return cut(
    JSON.stringify(value, (_key, each) => (typeof each === "bigint" ? String(each) : (each as unknown))),
    200,
  );
}
