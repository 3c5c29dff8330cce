import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export interface ShellConfig {
  shell: string;
  args: string[];
}

/** Returns the configured shell, else bash, else sh. */
export function getShellConfig(shellPath?: string): ShellConfig {
  return { shell: shellPath ?? findBash() ?? "sh", args: ["-c"] };
}

/** Returns PowerShell 7, else the one that comes with Windows; `undefined` if there is none. */
export function getPowerShellConfig(): ShellConfig | undefined {
  const shell = findProgram("pwsh", pathFolders()) ?? findProgram("powershell", pathFolders());
  return shell === undefined ? undefined : { shell, args: [...POWERSHELL_ARGS] };
}

const POWERSHELL_ARGS = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-Command"];

function findBash(): string | undefined {
  const usual = process.platform === "win32" ? WINDOWS_FOLDERS : ["/bin"];
  return findProgram("bash", [...usual, ...pathFolders()]);
}

function findProgram(name: string, folders: readonly string[]): string | undefined {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  const folder = folders.find((one) => isExecutable(join(one, file)));
  return folder === undefined ? undefined : join(folder, file);
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
