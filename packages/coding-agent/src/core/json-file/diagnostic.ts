/** A mistake in a file that the user wrote. It is reported, never thrown: Tau continues with the valid rest. */
export interface FileDiagnostic {
  readonly type: "warning" | "error";
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
  readonly message: string;
}

export function formatDiagnostic({ path, line, message }: FileDiagnostic): string {
  return line === undefined ? `${path}: ${message}` : `${path}:${line}: ${message}`;
}
