/** What is wrong with a file the user wrote. Reported, never thrown: Tau goes on with what is left. */
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
