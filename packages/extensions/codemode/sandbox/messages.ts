/** What the worker needs to run one script. Values of the script cross the border as JSON texts only. */
export interface ScriptStart {
  readonly wasm: WebAssembly.Module;
  readonly source: string;
  /** The tools as a JSON text: `[{ id, name, description }]`. */
  readonly tools: string;
  /** The stored values as a JSON text: an object with one member per key. */
  readonly stored: string;
  readonly memoryBytes: number;
}

/** From the worker. `started` comes first. `idle` follows when the script waits, after this many answers. */
export type ScriptMessage =
  | { readonly kind: "call"; readonly id: number; readonly target: string; readonly json: string }
  | { readonly kind: "ask"; readonly id: number; readonly target: string; readonly json: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly json: string }
  | { readonly kind: "console"; readonly text: string }
  /** Without `json`, the key is deleted. */
  | { readonly kind: "store"; readonly key: string; readonly json?: string }
  | { readonly kind: "started" }
  | { readonly kind: "idle"; readonly answers: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly error: string };

/** To the worker: the answer to a call or a question, as a JSON text, or the message of the error. */
export interface ScriptAnswer {
  readonly id: number;
  readonly ok: boolean;
  readonly text: string;
}
