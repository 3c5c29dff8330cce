import { Console } from "node:console";
import { Writable } from "node:stream";
import { writeAll } from "./protocol.ts";

/** Replaces the streams by ones that write at once, and stdin by one that has ended. */
export function captureOutput(): void {
  const [stdout, stderr] = [outputTo(1), outputTo(2)];
  Object.defineProperty(process, "stdout", { value: stdout, configurable: true });
  Object.defineProperty(process, "stderr", { value: stderr, configurable: true });
  globalThis.console = new Console({ stdout, stderr, colorMode: false, inspectOptions: { depth: 4 } });
}

function outputTo(descriptor: number): Writable & { fd: number } {
  const stream = new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      writeAll(descriptor, chunk);
      done();
    },
  });
  return Object.assign(stream, { fd: descriptor, isTTY: false });
}
