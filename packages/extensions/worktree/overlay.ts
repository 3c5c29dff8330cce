import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Worktree, WorktreeChange } from "@tau/coding-agent";
import { submodules } from "./copies.ts";
import { folderRepositoryOf, openFolderRepository, retain } from "./folder-repository.ts";
import type { Git } from "./git.ts";
import { isThere, statOf } from "./move-files.ts";
import { makeRemovable, mountOverlay, unmount } from "./overlay-mount.ts";
import { keepWork, owner, removeWork, writeRecord } from "./records.ts";
import { takeSnapshot, update } from "./snapshot.ts";
import type { RepositoryCopies } from "./worktrees.ts";

/** A repository in the view: the outermost, a submodule, or one that lies inside. */
interface Layer {
  /** Git at the user's files. */
  readonly git: Git;
  /** The path of the repository's folder, relative to the view; empty for the outermost. */
  readonly path: string;
  /** The folder of the repository's objects. */
  readonly gitDir: string;
  /** The user's files when the view was made. */
  readonly base: string;
}

/** How fuse-overlayfs marks removed files where it may not create devices. */
const FUSE_MARK = ".wh.";

/** Mounts a view of the user's files in which changes are kept apart, and finds out what was changed in it. */
export async function createOverlay(
  all: RepositoryCopies,
  folder: Git,
  { work }: { readonly work: string },
): Promise<Worktree> {
  const [upper, own, merged] = ["upper", "work", "merged"].map((name) => join(work, name)) as [string, string, string];
  const remove = async () => {
    await unmount(all.processes, merged);
    makeRemovable(own);
    removeWork(work);
    await all.prune();
  };
  try {
    const found = await all.repositoryOf(folder.cwd).catch(() => undefined);
    const lower = realpathSync(found?.git.cwd ?? folder.cwd);
    const apart = found ? undefined : folderRepositoryOf(all.folder, lower);
    const overlay = { merged, ...(apart === undefined ? {} : { folderRepository: apart }) };
    // First, so that the next start unmounts and removes whatever a killed process has left.
    writeRecord(work, { ...owner(), copies: [], overlay });
    const git = apart === undefined ? folder.in(lower) : await openFolderRepository(folder.in(lower), apart);
    const layers = await layersOf(git, { work, lower });
    // The next snapshot of a folder without a repository reads only what has changed since.
    if (apart !== undefined) copyFileSync(join(work, "base-0.index"), join(apart, "index"));
    for (const path of [upper, own, merged]) mkdirSync(path, { mode: 0o700 });
    await mountOverlay(all.processes, { lower, upper, work: own, merged });
    return {
      cwd: resolve(merged, found?.prefix ?? ""),
      changes: async () => {
        const changes = await changesOf(layers, { upper, merged, work });
        if (apart !== undefined) for (const change of changes) await retain(git, change);
        return changes;
      },
      // Branches that are made in the view go with it.
      ownBranch: () => undefined,
      remove,
      keep: async () => {
        await unmount(all.processes, merged);
        keepWork(work);
        return { folder: upper };
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function layersOf(git: Git, { work, lower }: { work: string; lower: string }): Promise<Layer[]> {
  const layers: Layer[] = [];
  const add = async (own: Git): Promise<void> => {
    const { tree, repositories } = await takeSnapshot(own, join(work, `base-${layers.length}.index`));
    const gitDir = await own.text(["rev-parse", "--absolute-git-dir"]);
    checkGitFile(own.cwd, lower);
    layers.push({ git: own, path: relative(lower, own.cwd), gitDir, base: tree });
    for (const path of [...(await submodules(own, tree)), ...repositories]) await add(own.in(join(own.cwd, path)));
  };
  await add(git);
  return layers;
}

/** Git commands in the view would change the user's repository if its data lay outside of the view. */
function checkGitFile(folder: string, lower: string): void {
  const file = join(folder, ".git");
  if (!statOf(file)?.isFile()) return;
  const place = resolve(
    folder,
    readFileSync(file, "utf8")
      .replace(/^gitdir:\s*/, "")
      .trim(),
  );
  const isAbsolute = /^gitdir:\s*\//.test(readFileSync(file, "utf8"));
  if (isAbsolute || relative(lower, place).startsWith(".."))
    throw new Error(
      `${folder} is a linked worktree of git, whose data lie elsewhere. An overlay would not isolate them.`,
    );
}

interface View {
  readonly upper: string;
  readonly merged: string;
  readonly work: string;
}

async function changesOf(layers: readonly Layer[], view: View): Promise<WorktreeChange[]> {
  const changes: WorktreeChange[] = [];
  const touched = touchedPaths(view.upper);
  for (const [index, layer] of layers.entries()) {
    const inner = layers.map(({ path }) => path).filter((path) => path !== layer.path && isBelow(path, layer.path));
    const own = touched.filter((path) => isBelow(path, layer.path) && !inner.some((other) => isBelow(path, other)));
    const paths = own.map((path) => relative(layer.path, path));
    const result = await resultOf(layer, paths, { ...view, work: join(view.work, `result-${index}.index`) });
    if (result !== layer.base) changes.push({ repository: layer.git.cwd, base: layer.base, result });
  }
  return changes;
}

/** Resolves to the tree of the layer's files in the view. Looks only at what was touched there. */
async function resultOf({ git, path, gitDir, base }: Layer, touched: readonly string[], { upper, merged, work }: View) {
  const inside = git.apart(join(merged, path), gitDir);
  await inside.text(["read-tree", base], { index: work });
  const before = await inside.words(["ls-files", "-z"], { index: work });
  // A file is removed by a mark in the upper folder; with its whole folder, by one mark for all.
  const removed = before.filter((file) => {
    const [top = ""] = file.split("/");
    const isTouched = isThere(join(upper, path, top)) || isThere(join(upper, path, `${FUSE_MARK}${top}`));
    return isTouched && !isThere(join(merged, path, file));
  });
  const present = touched.filter((file) => isFile(join(merged, path, file)));
  const input = present.map((file) => `${file}\0`).join("");
  const ignored = new Set(
    present.length === 0
      ? []
      : await inside.words(["check-ignore", "-z", "--stdin"], { index: work, input, codes: [0, 1] }),
  );
  await update(inside, work, [...present.filter((file) => !ignored.has(file)), ...removed]);
  return await inside.text(["write-tree"], { index: work });
}

/** Returns the paths of files in the upper folder, without those of git itself. Marks of removed files are not among them. */
function touchedPaths(upper: string): string[] {
  const found: string[] = [];
  const visit = (folder: string) => {
    for (const name of readdirSync(join(upper, folder))) {
      if (name === ".git" || name.startsWith(FUSE_MARK)) continue;
      const path = join(folder, name);
      if (lstatSync(join(upper, path)).isDirectory()) visit(path);
      else found.push(path);
    }
  };
  if (existsSync(upper)) visit("");
  return found;
}

function isFile(path: string): boolean {
  const stats = statOf(path);
  return stats !== undefined && (stats.isFile() || stats.isSymbolicLink());
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
