import { writeSync } from "node:fs";

/** Descriptors: 3 brings requests, 4 takes frames, 1 and 2 take what user code and its programs write. See kernel/protocol.ts. */
export const REQUESTS = Number(process.env.TAU_KERNEL_REQUESTS ?? 3);
export const FRAMES = Number(process.env.TAU_KERNEL_FRAMES ?? 4);
const OUTPUT = 2;

/** Writes at once: a cell that never returns to the event loop still shows its output. */
export function writeAll(descriptor: number, text: string | Uint8Array): void {
  let bytes = typeof text === "string" ? Buffer.from(text) : text;
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

export function sendFrame(frame: object): void {
  writeAll(FRAMES, `${JSON.stringify(frame)}\n`);
}

let marks = 0;

/** Writes a mark between the outputs, by which Tau orders output and frames, which come through two pipes. */
export function writeMark(secret: string): number {
  marks++;
  writeAll(OUTPUT, `\u001e${secret}:${marks}\u001f`);
  return marks;
}

export interface RunRequest {
  readonly type: "run";
  readonly id: number;
  readonly code: string;
  readonly language?: string;
}

export type KernelRequest =
  | RunRequest
  | {
      readonly type: "answer";
      readonly call: number;
      readonly ok: boolean;
      readonly value?: unknown;
      readonly error?: string;
    }
  | { readonly type: "interrupt"; readonly id: number }
  | { readonly type: "exit" };
