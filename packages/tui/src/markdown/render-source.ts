import { wrapTextWithAnsi } from "../text/index.ts";
import type { Style } from "./markdown-theme.ts";

/** Source that is shown as it is written, each line for itself and without blanks at its end. */
export function renderSource(source: string, width: number, style: Style): string[] {
  return source.split("\n").flatMap((line) => {
    const text = line.trimEnd();
    return wrapTextWithAnsi(text === "" ? "" : style(text), width);
  });
}
