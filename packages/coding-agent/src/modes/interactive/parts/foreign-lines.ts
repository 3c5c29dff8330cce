/** What foreign code gave for its rows, if it is rows. A row that is no text would end the screen at a later place. */
export function foreignLines(rows: unknown): string[] {
  if (!Array.isArray(rows)) throw new TypeError("its render returned no list of rows");
  return rows.every((row) => typeof row === "string") ? rows : rows.map(String);
}
