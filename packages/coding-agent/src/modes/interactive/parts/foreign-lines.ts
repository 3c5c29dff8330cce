/** Checks the rows that an extension's component returned. A row that is not a string would crash the screen later. */
export function foreignLines(rows: unknown): string[] {
  if (!Array.isArray(rows)) throw new TypeError("its render returned no list of rows");
  return rows.every((row) => typeof row === "string") ? rows : rows.map(String);
}
