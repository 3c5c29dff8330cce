/** Returns a table with aligned columns, so that it is also readable as plain text. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(escapeCell));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => [...(row[column] ?? "")].length)));
  const [first = [], ...rest] = cells.map((row) => line(row, widths));
  return [
    first,
    line(
      widths.map((width) => "-".repeat(width)),
      widths,
    ),
    ...rest,
  ].join("\n");
}

/** Formats text as code for a table. */
export function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}

function line(row: readonly string[], widths: readonly number[]): string {
  return `| ${widths.map((width, column) => pad(row[column] ?? "", width)).join(" | ")} |`;
}

function pad(cell: string, width: number): string {
  return cell + " ".repeat(width - [...cell].length);
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
