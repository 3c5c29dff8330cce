/** A language server: how it is recognised and started. Also the form of an entry in `lsp.json`, with every field optional there. */
export interface ServerSpec {
  readonly name: string;
  /** For the table in the manual. */
  readonly languages: string;
  /** A program by name, looked for in the project and on PATH, or a path. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Extensions with their dot, or whole file names. */
  readonly fileTypes: readonly string[];
  /** Files that mark the root of a project; `*.ext` matches by ending. */
  readonly rootMarkers: readonly string[];
  /** Use the server only where a root marker is found. Otherwise a file without one belongs to the session's folder. */
  readonly needsMarker?: boolean;
  /** A linter contributes diagnostics and formatting only. */
  readonly isLinter?: boolean;
  /** Language ids by extension or file name, where the extension's own name is not the id. */
  readonly languageIds?: Readonly<Record<string, string>>;
  readonly initOptions?: unknown;
  /** Answers `workspace/configuration`, by section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Run in the sandbox that the model's commands use. */
  readonly sandbox?: boolean;
  readonly disabled?: boolean;
  /** A file of the project adds or changes the server. */
  readonly isOfProject?: boolean;
}
