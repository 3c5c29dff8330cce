/** Files to list: names, folders or globs such as `src/**\/*.ts`, relative to `cwd` or absolute. */
export interface FileListRequest {
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** A change to the text of one file. The change is made only if those to all other files can be made too. */
export interface TextChange {
  readonly path: string;
  /** A missing file is made, with its folders; `apply` then receives an empty text. */
  readonly isNewIfMissing?: boolean;
  /**
   * Receives the file's current text, as `readText` returns it, and returns the new text. Throws if the change no longer fits; then no
   * file is changed.
   */
  apply(text: string): string;
}

export interface ChangedText {
  readonly path: string;
  readonly absolutePath: string;
  /** With LF line ends. */
  readonly before: string;
  readonly after: string;
}

/**
 * `pi.files`: lists, reads and changes text files as Tau's own tools do. It asks for no permission: describe the paths with the effects of
 * the tool, or of the pending action, that uses it. Then the permission policy decides on them and undo covers them.
 */
export interface ExtensionFiles {
  /**
   * Resolves to absolute paths, sorted, each once. Includes hidden files. Leaves out ignored files, `.git`, and `node_modules` unless a
   * path names it. A file that is named is always included. Rejects if a path does not exist.
   */
  list(request: FileListRequest): Promise<readonly string[]>;
  /** Resolves to the text without its byte order mark, or to `undefined` for a binary file, a larger file, or one that is no ordinary file. */
  readText(path: string, options?: { readonly maxBytes?: number }): Promise<string | undefined>;
  /** Changes all files or none. Keeps byte order marks, encodings and file modes. Relative paths are resolved against `cwd`. */
  change(
    changes: readonly TextChange[],
    options: { readonly cwd: string; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly ChangedText[]>;
}
