/** `pi.exports`: what leaves the session, for the eyes of others. */
export interface ExtensionExports {
  /**
   * Writes the session to a file and resolves to its path: `.jsonl` is the log as it is, `.md` a text, anything else a page. A relative
   * path starts in the session's folder; without one a name is made there.
   */
  writeSession(path?: string): Promise<string>;
  /**
   * A text, or any other value as JSON, without keys and tokens of known forms, passwords in addresses, and the values of variables of
   * the environment that hold secrets.
   */
  redact(value: unknown): Promise<string>;
  /** What runs here, for a report. */
  versions(): Promise<{ readonly tau: string; readonly node: string; readonly platform: string }>;
}
