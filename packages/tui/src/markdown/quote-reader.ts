import { type LineReader, type LineStart, lazyLine } from "./open-container.ts";
import { isQuote } from "./parse/block-start.ts";
import { isBlank } from "./parse/line.ts";
import { unquoted } from "./parse/quote.ts";

/** Takes the marks off the lines of a quote. */
export const quoteReader: LineReader = {
  start(line, { isComplete, isParagraphOpen }): LineStart {
    if (isQuote(line)) {
      const isBare = line.endsWith(">") && line.trimStart() === ">";
      return isBare && !isComplete ? "wait" : { content: unquoted(line), isLazy: false };
    }
    if (isBlank(line) && !isComplete) return "wait";
    return isParagraphOpen ? lazyLine(line) : "end";
  },
};
