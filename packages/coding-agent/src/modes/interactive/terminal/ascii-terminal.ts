import { ProcessTerminal } from "@tau/tui";
import { toAscii } from "./ascii-glyphs.ts";

/** Whatever is drawn, by us, by the terminal library or by an extension, reaches the screen without line art. */
export class AsciiTerminal extends ProcessTerminal {
  override write(data: string): void {
    super.write(toAscii(data));
  }
}
