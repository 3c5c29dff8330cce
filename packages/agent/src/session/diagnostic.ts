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

/** A problem that a log had to work around. All readable entries are available nevertheless. */
export interface SessionDiagnostic {
  readonly code: SessionDiagnosticCode;
  readonly message: string;
  /** Byte offset in the file, if the problem has one. */
  readonly offset?: number;
}
