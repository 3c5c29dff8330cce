import { control } from "../../terminal/control.ts";
import { sliceWithWidth } from "../../text/slice-columns.ts";

/** A line as one column of several: it ends where the next one begins, in width and in style. */
export function fitColumn(text: string, width: number): string {
  const slice = sliceWithWidth(text, 0, width, true);
  const reset = slice.text.includes("\x1b") ? control.styleReset + control.linkEnd : "";
  return slice.text + reset + " ".repeat(Math.max(0, width - slice.width));
}
