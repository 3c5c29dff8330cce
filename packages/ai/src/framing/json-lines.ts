import type { Framing } from "./framing.ts";
import { LineSplitter } from "./line-splitter.ts";

/** Returns the non-blank lines of a newline-delimited JSON body. The last line counts even without its newline. */
export class JsonLines implements Framing<string> {
  private readonly decoder = new TextDecoder();
  private readonly lines = new LineSplitter();

  *push(bytes: Uint8Array): Generator<string> {
    for (const line of this.lines.push(this.decoder.decode(bytes, { stream: true }))) {
      if (line.trim() !== "") yield line;
    }
  }

  *end(): Generator<string> {
    const last = this.lines.flush();
    if (last.trim() !== "") yield last;
  }
}
