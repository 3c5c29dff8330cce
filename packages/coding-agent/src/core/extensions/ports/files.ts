import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { errorCode, isMissing } from "@tau/agent/error-code";
import { decodeText, isBinary, NOT_ORDINARY, readOrdinaryFile, TOO_LARGE } from "../../files/index.ts";
import { localProcesses } from "../../process/index.ts";
import { changeFiles } from "../../tools/edit/edit-modes/change-files.ts";
import { compileMatcher } from "../../tools/glob.ts";
import { resolveToCwd } from "../../tools/path.ts";
import { createRipgrep, type Ripgrep, SEARCH_RULES, searchError } from "../../tools/ripgrep.ts";
import { splitRecords } from "../../tools/split-records.ts";
import type { ExtensionFiles } from "../contract/files.ts";
import type { ExtensionApiParts } from "../extension/create-api.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

/** Larger files are hardly written by people. */
const MAX_BYTES = 2 * 1024 * 1024;

export function createExtensionFiles({
  processes = localProcesses,
  generation,
}: Pick<ExtensionApiParts, "processes" | "generation">): ExtensionFiles {
  const lister: Lister = { ripgrep: createRipgrep(processes), hiddenIn: (folder) => generation.hiddenIn(folder) };
  return {
    async list({ cwd, paths, signal }) {
      const found = new Set<string>();
      for (const path of paths) for (const file of await listPath(lister, path, cwd, signal)) found.add(file);
      signal?.throwIfAborted();
      return [...found].sort();
    },
    async readText(path, { maxBytes = MAX_BYTES } = {}) {
      try {
        const bytes = await readOrdinaryFile(path, maxBytes);
        return isBinary(bytes) ? undefined : decodeText(bytes).text;
      } catch (error) {
        if ([NOT_ORDINARY, TOO_LARGE, "EISDIR"].includes(errorCode(error) ?? "")) return undefined;
        throw error;
      }
    },
    async change(changes, { cwd, signal }) {
      const changed = await changeFiles(
        changes.map(({ path, isNewIfMissing = false, apply }) => ({
          kind: "update" as const,
          path,
          isNewIfMissing,
          apply: (text) => ({ text: apply(text), warnings: [] }),
        })),
        { cwd, signal },
      );
      return changed.map(({ path, absolutePath, before, after }) => ({ path, absolutePath, before, after }));
    },
  };
}

interface Lister {
  readonly ripgrep: Ripgrep;
  /** Files with keys, and those that a rule denies, are not listed unless they are named. */
  hiddenIn(folder: string): Promise<((path: string) => boolean) | undefined>;
}

async function listPath(
  lister: Lister,
  path: string,
  cwd: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const absolutePath = resolveToCwd(path, cwd);
  const kind = await stat(absolutePath).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (kind?.isFile()) return [absolutePath];
  if (kind?.isDirectory()) return await listFolder(lister, absolutePath, signal);
  const { folder, glob } = splitGlob(absolutePath);
  if (kind || glob === "") throw new ExtensionHostError("invalid-arguments", `Path not found: ${path}`);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new ExtensionHostError("invalid-arguments", `Path not found: ${path}`);
  const matches = await compileMatcher(`/${glob}`);
  return await listFolder(lister, folder, signal, matches);
}

/** Splits a path at the first part with a glob. Without one, `glob` is empty. */
function splitGlob(absolutePath: string): { readonly folder: string; readonly glob: string } {
  const parts = absolutePath.split("/");
  const first = parts.findIndex((part) => /[*?[{]/.test(part));
  if (first < 0) return { folder: absolutePath, glob: "" };
  return { folder: parts.slice(0, first).join("/") || "/", glob: parts.slice(first).join("/") };
}

async function listFolder(
  { ripgrep, hiddenIn }: Lister,
  folder: string,
  signal: AbortSignal | undefined,
  matches: (path: string) => boolean = () => true,
): Promise<string[]> {
  const found: string[] = [];
  const isHidden = (await hiddenIn(folder)) ?? (() => false);
  const onData = splitRecords("\0", (path) => {
    const relative = path.startsWith("./") ? path.slice(2) : path;
    if (matches(relative) && !isHidden(relative)) found.push(isAbsolute(relative) ? relative : join(folder, relative));
  });
  const isNamed = folder.split("/").includes("node_modules");
  const excluded = isNamed ? [] : ["--glob=!**/node_modules/**"];
  const outcome = await ripgrep({
    args: ["--files", "--null", ...SEARCH_RULES, ...excluded],
    cwd: folder,
    onData,
    signal,
  });
  const error = signal?.aborted ? undefined : searchError(outcome);
  if (error) throw error;
  return found;
}
