/** `pi.exports`: exports of the session that are meant to be shared. */
export interface ExtensionExports {
  /**
   * Writes the session to a file and resolves to its path. `.jsonl` writes the log unchanged, `.md` writes text, `.html` or no ending an
   * HTML page. Rejects for other endings. A relative path starts in the session's folder; without a path a name is chosen in that folder.
   */
  writeSession(path?: string): Promise<string>;
  /**
   * Returns a text, or any other value as JSON, with secrets removed: keys and tokens of known forms, passwords in URLs, and the values of
   * environment variables that hold secrets.
   */
  redact(value: unknown): Promise<string>;
  /** Resolves to the versions of Tau, Node.js and the platform, for a report. */
  versions(): Promise<{ readonly tau: string; readonly node: string; readonly platform: string }>;
}
