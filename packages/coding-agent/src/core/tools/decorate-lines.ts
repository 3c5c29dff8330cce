import type { DecoratedLine, ToolPortsSource } from "./tool-ports.ts";

/** The texts of the lines as the decorators want them, one after the other. One with another number of lines is passed over. */
export function decorateLines(
  lines: readonly DecoratedLine[],
  tool: "read" | "grep",
  ports: ToolPortsSource | undefined,
): readonly string[] {
  let texts = lines.map(({ text }) => text);
  for (const decorator of ports?.()?.decorators ?? []) {
    const decorated = decorator.decorate(
      lines.map((line, index) => ({ ...line, text: texts[index] ?? "" })),
      { tool },
    );
    if (decorated.length === lines.length) texts = decorated.map((text) => String(text).replaceAll("\n", " "));
  }
  return texts;
}
