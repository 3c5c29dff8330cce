import { basename, dirname, extname } from "node:path";
import { isOrdinary, readFolder } from "@tau/agent/node";
import type { LoadedItems } from "../discovery/index.ts";
import type { ResourceDiagnostic, SourceInfo } from "../source-info.ts";

/** Module types with a smaller interface than an extension, each with a folder of its own. */
export type ModuleKind = "hook" | "custom-tool" | "custom-command";

/** Such a module, for the extension host to load. */
export interface ModuleFile {
  readonly path: string;
  readonly name: string;
  readonly kind: ModuleKind;
  readonly sourceInfo: SourceInfo;
}

type Describe = (path: string) => SourceInfo;

/** Loads hooks from the folders `pre` and `post`. A hook itself says which tool and which moment it is for. */
export function loadHooksAt(path: string, describe: Describe): LoadedItems<ModuleFile> {
  const folders = readFolder(path).filter(({ name, kind }) => kind === "folder" && (name === "pre" || name === "post"));
  return modulesOf(
    folders.flatMap((folder) => readFolder(folder.path)),
    "hook",
    describe,
  );
}

/** Loads tools: files, or folders with an index. Text files beside them describe tools of other programs. */
export function loadCustomToolsAt(path: string, describe: Describe): LoadedItems<ModuleFile> {
  return modulesOf(readFolder(path), "custom-tool", describe);
}

/** Loads commands that are modules; they lie beside commands that are text. */
export function loadCustomCommandsAt(path: string, describe: Describe): LoadedItems<ModuleFile> {
  return modulesOf(readFolder(path), "custom-command", describe);
}

function modulesOf(
  entries: ReturnType<typeof readFolder>,
  kind: ModuleKind,
  describe: Describe,
): LoadedItems<ModuleFile> {
  const paths = entries.flatMap((entry) => {
    if (entry.kind === "file") return [entry.path];
    if (!isOrdinary(entry.name)) return [];
    const index = readFolder(entry.path).find((inner) => INDEX.test(inner.name) && inner.kind === "file");
    return index ? [index.path] : [];
  });
  const items = paths
    .filter((path) => MODULE.test(path) && !NO_MODULE.test(path))
    .map((path): ModuleFile => ({ path, name: moduleName(path), kind, sourceInfo: describe(path) }));
  const diagnostics = paths.filter((path) => SCRIPT.test(path)).map((path) => scriptProblem(path, kind));
  return { items, diagnostics };
}

function moduleName(path: string): string {
  const name = basename(path, extname(path));
  return name === "index" ? basename(dirname(path)) : name;
}

function scriptProblem(path: string, kind: ModuleKind): ResourceDiagnostic {
  const message = `a ${kind.replace("custom-", "")} must be a .ts or .js module, and this is none; not loaded`;
  return { type: "warning", path, message };
}

const INDEX = /^index\.[cm]?[jt]s$/;
const MODULE = /\.[cm]?[jt]s$/;
const NO_MODULE = /\.(?:d|test|spec)\.[cm]?ts$/;
const SCRIPT = /\.(?:sh|bash|py)$/;
