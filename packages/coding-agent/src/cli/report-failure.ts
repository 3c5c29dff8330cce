import { errorCode } from "@tau/agent/error-code";
import { errorText } from "../core/error-text.ts";
import { ConfigError } from "../core/json-file/config-error.ts";
import { printWarning } from "../core/output/print.ts";
import { AgentSessionError } from "../core/session/session-error.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";

/** Prints what went wrong and returns the exit code. Errors that the user can fix are printed without a stack, bugs with one. */
export function reportFailure(error: unknown): number {
  const code = exitCodeOf(error);
  const text = code === undefined && error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
  printWarning(text);
  return code ?? ExitCode.runFailed;
}

function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof AgentSessionError || error instanceof ConfigError) return ExitCode.configuration;
  if (isStorageFailure(error) || isFolderGone(error)) return ExitCode.storage;
  return undefined;
}

const STORAGE_CODES = new Set(
  "EACCES EDQUOT EEXIST EFBIG EIO EISDIR ELOOP EMFILE ENAMETOOLONG ENFILE ENOENT ENOSPC ENOTDIR ENOTSUP EPERM EROFS ESTALE".split(
    " ",
  ),
);

function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "SessionError") return true;
  return STORAGE_CODES.has(errorCode(error) ?? "");
}

function isFolderGone(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}

function messageOf(error: unknown): string {
  if (isFolderGone(error)) return "The current folder no longer exists. Change to another one and start again.";
  return errorText(error);
}
