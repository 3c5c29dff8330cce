export interface Artifact {
  readonly id: number;
  /** `artifact://<id>`. `read` and `grep` accept it as a path, and a shell command as a word. */
  readonly url: string;
  readonly path: string;
}

export interface OutputLimits {
  /** Default 2000 lines. */
  readonly maxLines?: number;
  /** Default 50 KiB. */
  readonly maxBytes?: number;
}

export interface ToolOutput {
  /** The text for the model: the end of the output without terminal sequences, and a note on what was cut off and where the whole output is. */
  readonly text: string;
  readonly truncated: boolean;
  /** The file with the whole output, byte for byte. Present if the output exceeded a limit. */
  readonly path?: string;
  /** Absent in an in-memory session: its outputs are temporary files. */
  readonly artifact?: Artifact;
}

/** Collects an output of any size in bounded memory. */
export interface ToolOutputSink {
  append(output: string | Uint8Array): void;
  /** Returns the output so far, for a progress update. */
  snapshot(): ToolOutput;
  /** Returns the whole output. Nothing may be appended afterwards. */
  finish(): ToolOutput;
}

/** `pi.artifacts`: outputs too large for a message, stored next to the session's log. Available once the session has started. */
export interface ExtensionArtifacts {
  /** Opens a sink for one output. `tool` becomes part of the file name. */
  open(tool: string, limits?: OutputLimits): Promise<ToolOutputSink>;
  /** Stores content of any size. Rejects in an in-memory session. */
  save(tool: string, content: string | Uint8Array): Promise<Artifact>;
  list(): Promise<readonly Artifact[]>;
}
