import type { Style } from "../markdown-theme.ts";
import type { ListToken } from "../parse/tokens.ts";
import type { Finish, RenderContext } from "../render/render-context.ts";

/** What a quote or a list item draws around its blocks. */
export interface ContainerFrame {
  /** The number of columns for the blocks. */
  readonly room: number;
  readonly style: Style;
  readonly finish: Finish;
}

export function quoteFrame(width: number, context: RenderContext, style: Style): ContainerFrame {
  const { theme } = context;
  const mark = fitMark("│ ", width);
  const border = theme.quoteBorder(mark);
  return {
    room: width - mark.length,
    style: (text) => style(theme.quote(theme.italic(text))),
    finish: (line) => border + line,
  };
}

export function itemFrame(
  list: ListToken,
  index: number,
  width: number,
  context: RenderContext,
  style: Style,
): ContainerFrame {
  const item = list.items[index];
  const marker = list.ordered ? orderedMarker(item?.raw ?? "", list.start + index, context) : "- ";
  const box = item?.checked === undefined ? "" : item.checked ? "[x] " : "[ ] ";
  const mark = fitMark(marker + box, width);
  const bullet = context.theme.listBullet(mark);
  const indent = " ".repeat(mark.length);
  return {
    room: width - mark.length,
    style,
    finish: (line, place) => (place === "first" ? bullet : line === "" ? "" : indent) + line,
  };
}

/** Cuts the marker so that at least one column is left for content, however narrow the terminal is. */
function fitMark(mark: string, width: number): string {
  return mark.slice(0, Math.max(0, width - 1));
}

function orderedMarker(raw: string, count: number, context: RenderContext): string {
  const written = /^\s*(\d+[.)])/.exec(raw)?.[1];
  return `${context.options.preserveOrderedListMarkers && written ? written : `${count}.`} `;
}
