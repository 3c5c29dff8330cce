/** What is wrong with a file that is part of a prompt. An `error` keeps it out; with a `warning` it is used. */
export interface FileDiagnostic {
  type: "warning" | "error";
  message: string;
  path: string;
  /** 1-based. */
  line?: number;
}
