import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export interface ShellConfig {
  shell: string;
  args: string[];
}

/** The configured shell, else bash, else sh. */
export function getShellConfig(shellPath?: string): ShellConfig {
  return { shell: shellPath ?? findBash() ?? "sh", args: ["-c"] };
}

function findBash(): string | undefined {
  const name = process.platform === "win32" ? "bash.exe" : "bash";
  const folders = process.platform === "win32" ? [...WINDOWS_FOLDERS, ...pathFolders()] : ["/bin", ...pathFolders()];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

const WINDOWS_FOLDERS = ["C:\\Program Files\\Git\\bin", "C:\\Program Files (x86)\\Git\\bin"];

function pathFolders(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
