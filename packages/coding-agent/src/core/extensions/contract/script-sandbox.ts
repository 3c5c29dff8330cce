/** A script of the model, to run without Node, files and network. */
export interface SandboxedScript {
  /** The body of an async function. It calls `tools.<name>(argument)` for each of `calls`. */
  readonly source: string;
  readonly calls: readonly string[];
  /** Answers a call. Both sides are JSON values. A rejection becomes an error in the script. */
  call(name: string, argument: unknown): Promise<unknown>;
  readonly limits: {
    /** The script's own computing time, without the time in which it waits for calls. */
    readonly computeMs: number;
    readonly totalMs?: number | undefined;
    readonly memoryBytes?: number;
    readonly calls?: number;
  };
  readonly signal: AbortSignal;
}

export interface SandboxedOutcome {
  /** Why the script failed or was stopped. Absent if it has completed. */
  readonly error?: string;
  /** The values given to `text()` and `image()`, and the returned value, in order. An image is the JSON text of its value. */
  readonly items: readonly (
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "image"; readonly json: string }
  )[];
  /** The lines given to `console`. */
  readonly console: readonly string[];
}

/** The service `script-sandbox`: runs scripts of the model in an interpreter of their own. Rejects only if a script could not be started. */
export interface ScriptSandbox {
  run(script: SandboxedScript): Promise<SandboxedOutcome>;
}
