import { stat } from "node:fs/promises";
import { ToolError } from "../tool-error.ts";

/** Resolves to a helpful error if the system did not start a command and its own message does not explain why. */
export async function whyNotStarted(command: string, cwd: string, error: unknown): Promise<ToolError | undefined> {
  return (await folderProblem(cwd)) ?? commandProblem(command, error);
}

/** Checks the folder: a missing folder and a missing shell give the same system error. */
async function folderProblem(cwd: string): Promise<ToolError | undefined> {
  const found = await stat(cwd).catch(() => undefined);
  if (!found) return new ToolError("not-found", `Working directory does not exist: ${cwd}`);
  if (found.isDirectory()) return undefined;
  return new ToolError("not-a-directory", `Working directory is not a directory: ${cwd}`);
}

function commandProblem(command: string, cause: unknown): ToolError | undefined {
  if (command.includes("\0"))
    return new ToolError("invalid-argument", "A command cannot hold a NUL character. Write $'\\0' for one.", { cause });
  if ((cause as NodeJS.ErrnoException).code !== "E2BIG") return undefined;
  const message = `The command is too long for the system: ${command.length} characters, its environment aside.`;
  return new ToolError("invalid-argument", `${message} Write it to a file, and run that.`, { cause });
}
