import { wrapTextWithAnsi } from "../../text/index.ts";
import type { Style } from "../markdown-theme.ts";

/** Renders source text as written, line by line and without trailing blanks. */
export function renderSource(source: string, width: number, style: Style): string[] {
  return source.split("\n").flatMap((line) => {
    const text = line.trimEnd();
    return wrapTextWithAnsi(text === "" ? "" : style(text), width);
  });
}
