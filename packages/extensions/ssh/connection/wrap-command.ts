import type { ShellKind } from "./host-info.ts";
import { quote } from "./posix-script.ts";
import { SshError } from "./ssh-error.ts";

/** Returns a command that runs in a folder, for the shell of the machine. */
export function inFolder(command: string, cwd: string | undefined, kind: ShellKind): string {
  if (cwd === undefined) return command;
  if (/[\0\r\n]/.test(cwd)) throw badFolder(cwd);
  if (kind === "powershell") return `Set-Location -LiteralPath '${cwd.replaceAll("'", "''")}'; if ($?) { ${command} }`;
  if (kind !== "cmd") return `cd -- ${quote(cwd)} || exit 1\n${command}`;
  // cmd has no way to write these two between quotes.
  if (/["%]/.test(cwd)) throw badFolder(cwd);
  return `cd /d "${cwd}" && ${command}`;
}

function badFolder(cwd: string): SshError {
  return new SshError(
    "bad-folder",
    `The folder ${JSON.stringify(cwd)} cannot be used there: rename it, or give cd in the command.`,
  );
}
