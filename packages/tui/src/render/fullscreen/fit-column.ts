import { control } from "../../terminal/control.ts";
import { sliceWithWidth } from "../../text/slice-columns.ts";

/** Cuts or pads a line to the width of a column and ends its styles, so that the next column can follow. */
export function fitColumn(text: string, width: number): string {
  const slice = sliceWithWidth(text, 0, width, true);
  const reset = slice.text.includes("\x1b") ? control.styleReset + control.linkEnd : "";
  return slice.text + reset + " ".repeat(Math.max(0, width - slice.width));
}
