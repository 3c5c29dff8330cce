import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "../files/replace-file.ts";
import type { SandboxFiles } from "./bubblewrap.ts";
import { type FilterOptions, seccompFilter } from "./seccomp-filter.ts";

const made = new Map<string, SandboxFiles>();

/**
 * Writes the files that every command needs into Tau's home, where commands cannot write. Written once per process,
 * because existing files may come from an older version.
 */
export function sandboxFiles(agentDir: string, options: FilterOptions): SandboxFiles {
  const folder = join(agentDir, "sandbox");
  const name = `filter${options.allowsUnixSockets ? "-unix" : ""}${options.allowsTracing ? "-trace" : ""}`;
  const known = made.get(`${folder}/${name}`);
  if (known) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const filter = seccompFilter(process.arch, options);
  const files: SandboxFiles = {
    folder,
    empty: keep(join(folder, "empty"), "", 0o444),
    ...(filter && { filter: keep(join(folder, name), filter, 0o400) }),
  };
  made.set(`${folder}/${name}`, files);
  return files;
}

function keep(path: string, content: string | Buffer, mode: number): string {
  replaceFile(path, content, { mode, enforceMode: true, isResolved: true });
  return path;
}

let temporary: string | undefined;

/** Returns the temp folder for the commands of this process, if a command has needed it. */
export function knownTemporary(): string | undefined {
  return temporary;
}

/** Returns the temp folder for the commands of this process. It is removed when the process ends. */
export function sandboxTemporary(): string {
  if (temporary === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "tau-sandbox-"));
    removeAtExit(folder);
    temporary = folder;
  }
  return temporary;
}

const removedAtExit = new Set<string>();

/** Removes a folder when the process ends, with one listener for all folders. */
export function removeAtExit(folder: string): void {
  if (removedAtExit.size === 0)
    process.once("exit", () => {
      for (const each of removedAtExit) rmSync(each, { recursive: true, force: true });
    });
  removedAtExit.add(folder);
}
