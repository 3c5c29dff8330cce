import { languageNamed } from "../../../../core/highlight/index.ts";
import type { Highlighter } from "./highlighter.ts";

/** Returns a function that colours code blocks of Markdown. They are drawn in small parts, so each is coloured at once. */
export function codeBlockPainter(
  highlighter: Highlighter,
  onReady: () => void,
): (code: string, lang?: string) => string[] {
  return (code, lang) => {
    const language = lang === undefined ? undefined : languageNamed(lang);
    return highlighter.paint(code.split("\n"), { language, plain: "mdCodeBlock", pace: "at once", onReady });
  };
}
