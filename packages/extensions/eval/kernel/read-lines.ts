import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** Calls a function with each line of a stream. Only `\n` ends a line: JSON may hold the other separators of Unicode. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  stream.on("data", (bytes: Buffer) => {
    const lines = decoder.write(bytes).split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      parts.push(line);
      onLine(parts.join(""));
      parts = [];
    }
    if (last !== "") parts.push(last);
  });
}
