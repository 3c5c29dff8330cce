import { control } from "../../terminal/control.ts";
import { extractSegments, sliceWithWidth } from "../../text/slice-columns.ts";

/** Draws `overlayLine` over `baseLine` at a column. Replaces the covered cells; styles on either side do not mix. */
export function compositeTuiLine(
  baseLine: string,
  overlayLine: string,
  startCol: number,
  overlayWidth: number,
  totalWidth: number,
): string {
  const width = Math.max(0, Math.min(overlayWidth, totalWidth - startCol));
  const end = startCol + width;
  const base = extractSegments(baseLine, startCol, end, totalWidth - end, true);
  const overlay = sliceWithWidth(overlayLine, 0, width, true);
  const before = seal(base.before) + " ".repeat(startCol - base.beforeWidth);
  return before + seal(overlay.text) + " ".repeat(width - overlay.width) + base.after;
}

function seal(text: string): string {
  if (!text.includes("\x1b")) return text;
  return text + control.styleReset + (text.includes("\x1b]8;") ? control.linkEnd : "");
}
