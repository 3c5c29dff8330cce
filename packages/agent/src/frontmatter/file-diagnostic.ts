/** A problem with a file that is part of a prompt. A file with an `error` is not used; one with a `warning` is. */
export interface FileDiagnostic {
  type: "warning" | "error";
  message: string;
  path: string;
  /** 1-based. */
  line?: number;
}
