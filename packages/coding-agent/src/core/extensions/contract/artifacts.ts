export interface Artifact {
  readonly id: number;
  /** `artifact://<id>`: what `read` and `grep` take, and what a word of a shell command may be. */
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
  /** For the model: the end of the output with terminal sequences taken out, and a note on what is missing and where it is. */
  readonly text: string;
  readonly truncated: boolean;
  /** The whole output, byte for byte; present where it was above a limit. */
  readonly path?: string;
  /** Absent in a session that is kept in memory: its outputs are temporary files. */
  readonly artifact?: Artifact;
}

/** Takes an output of any size in bounded memory. */
export interface ToolOutputSink {
  append(output: string | Uint8Array): void;
  /** The output so far, for a progress update. */
  snapshot(): ToolOutput;
  /** Nothing may be appended afterwards. */
  finish(): ToolOutput;
}

/** `pi.artifacts`: outputs too large for a message, kept beside the session. Works once there is a session. */
export interface ExtensionArtifacts {
  /** A sink for one output. `tool` becomes a part of the file's name. */
  open(tool: string, limits?: OutputLimits): Promise<ToolOutputSink>;
  /** Keeps a content whatever its size. Rejects in a session that is kept in memory. */
  save(tool: string, content: string | Uint8Array): Promise<Artifact>;
  list(): Promise<readonly Artifact[]>;
}
