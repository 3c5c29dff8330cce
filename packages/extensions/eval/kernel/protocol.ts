/**
 * The lines between Tau and a kernel. A kernel reads requests from descriptor 3 and writes frames to descriptor 4, one JSON object per
 * line. Its descriptors 1 and 2 take whatever user code and the programs it starts write: text, binary data, anything. A mark in that
 * output (`RS secret : number US`) says where a frame with the same `mark` belongs.
 */
export type KernelRequest =
  | { readonly type: "run"; readonly id: number; readonly code: string; readonly language?: string }
  | { readonly type: "answer"; readonly call: number; readonly ok: false; readonly error: string }
  | { readonly type: "interrupt"; readonly id: number }
  | { readonly type: "exit" };

/** A value by content type. Images are in base64. */
export type Bundle = Readonly<Record<string, string>>;

/** What a helper did, for the screen: `{ op: "cd", path }`. */
export type StatusEvent = Readonly<Record<string, unknown>> & { readonly op: string };

interface OfCell {
  readonly id: number;
  readonly mark?: number;
}

export type KernelFrame =
  | { readonly type: "ready"; readonly version: string; readonly program: string }
  /** User code wants to end the process with this code. */
  | { readonly type: "exit"; readonly code: number }
  | (OfCell & { readonly type: "started" })
  | (OfCell & { readonly type: "display" | "result"; readonly bundle: Bundle })
  | (OfCell & { readonly type: "status"; readonly status: StatusEvent })
  | (OfCell & { readonly type: "call"; readonly call: number; readonly tool: string; readonly args: unknown })
  | (OfCell & {
      readonly type: "error";
      readonly ename: string;
      readonly evalue: string;
      readonly traceback: readonly string[];
    })
  | (OfCell & { readonly type: "done"; readonly status: "ok" | "error"; readonly cancelled: boolean });

/** A frame that belongs to a cell. */
export type CellFrame = Exclude<KernelFrame, { type: "ready" | "exit" }>;

const KINDS = new Set(["ready", "exit", "started", "display", "result", "status", "call", "error", "done"]);

/** Returns the frame in a line, or `undefined` if it is none. User code can write to the descriptor too. */
export function parseFrame(line: string): KernelFrame | undefined {
  try {
    const frame = JSON.parse(line) as KernelFrame | null;
    return frame !== null && typeof frame === "object" && KINDS.has(frame.type) ? frame : undefined;
  } catch {
    return undefined;
  }
}
