export type SessionDiagnosticCode =
  | "damaged-line"
  | "duplicate-id"
  | "future-version"
  | "locked"
  | "migrated"
  | "missing-blob"
  | "missing-parent"
  | "no-header"
  | "permission"
  | "torn-line";

/** Something a log had to work around. What could be read is there all the same. */
export interface SessionDiagnostic {
  readonly code: SessionDiagnosticCode;
  readonly message: string;
  /** Byte position in the file, where the trouble has one. */
  readonly offset?: number;
}
