/** The codes with which the scripts end, as errors of the file system. */
const CODES: Readonly<Record<number, string>> = {
  44: "ENOENT",
  45: "EISDIR",
  46: "ENOTFILE",
  47: "EACCES",
  48: "ETOOLARGE",
  49: "EPIPE",
  50: "ENOTDIR",
  51: "ENOSPC",
};

const MESSAGES: Readonly<Record<string, string>> = {
  EPIPE: "not all of the content arrived, so the file is as it was",
};

/** A failed file operation on the other machine. The codes are those of Node, so that the tools explain them as they do here. */
export class RemoteFileError extends Error {
  override readonly name = "RemoteFileError";
  readonly code: string;

  constructor(code: string, path: string, said = "") {
    super(`${path}: ${MESSAGES[code] ?? (said.trim().split("\n").at(-1) || code)}`);
    this.code = code;
  }
}

export function remoteFileError(exitCode: number | null, path: string, said: string): RemoteFileError {
  if (/no space left/i.test(said)) return new RemoteFileError("ENOSPC", path, said);
  if (/read-only file system/i.test(said)) return new RemoteFileError("EROFS", path, said);
  if (/permission denied/i.test(said)) return new RemoteFileError("EACCES", path, said);
  return new RemoteFileError(CODES[exitCode ?? 0] ?? "EIO", path, said);
}
