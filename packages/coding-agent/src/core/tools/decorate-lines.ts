import type { DecoratedLine, ToolPortsSource } from "./tool-ports.ts";

/** Returns the lines after all decorators have been applied in order. A decorator that returns another number of lines is ignored. */
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
