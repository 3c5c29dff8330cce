import { interruptsParagraph, isQuote, isRule, parseHeadingLine } from "./block-start.ts";
import { type FenceOpening, parseFenceOpening } from "./fence.ts";
import { isBlank } from "./line.ts";
import { parseListMarker } from "./list-marker.ts";

/**
 * Tracks the lines inside a quote or a list item, just far enough to know whether a line without the container's marker
 * may continue the paragraph at the end.
 */
export class OpenParagraph {
  isOpen = false;
  private fence: FenceOpening | undefined;

  constructor(first: string) {
    this.push(first);
  }

  push(line: string): void {
    const text = innermost(line);
    if (this.fence) {
      if (this.fence.isClosing(text)) this.fence = undefined;
      this.isOpen = false;
      return;
    }
    this.fence = parseFenceOpening(text);
    this.isOpen = !this.fence && !isBlank(text) && !isRule(text) && parseHeadingLine(text) === undefined;
  }

  takesLazily(line: string): boolean {
    return this.isOpen && !interruptsParagraph(line);
  }
}

const MAX_DEPTH = 20;

/** Returns the text of a line inside all the quotes and list items that it opens. */
function innermost(line: string): string {
  let text = line;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (isQuote(text)) text = text.slice(text.indexOf(">") + 1).replace(/^[ \t]/, "");
    else {
      const marker = isRule(text) ? undefined : parseListMarker(text);
      if (!marker) return text;
      text = text.slice(marker.length).trimStart();
    }
  }
  return text;
}
