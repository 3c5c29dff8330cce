import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionAPI, ServiceKey, Worktrees } from "@tau/coding-agent";
import type { Workspace } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";

export interface OpenRepository extends AsyncDisposable {
  readonly worktrees: Worktrees;
  readonly workspace: Workspace;
  /** The folder of the worktrees. */
  readonly folder: string;
  /** What is left of worktrees and branches: all empty if nothing is. */
  left(): Promise<{ folders: string[]; worktrees: string[]; branches: string[] }>;
}

/** Opens a session in a repository, with the service. */
export async function openRepository(files: Record<string, string>, { git = true } = {}): Promise<OpenRepository> {
  const folder = await mkdtemp(join(tmpdir(), "tau-worktrees-"));
  let api: ExtensionAPI | undefined;
  const take = (pi: ExtensionAPI) => {
    api = pi;
  };
  const harness = await createExtensionHarness({
    extensions: [manifest, take],
    files,
    git,
    settings: { worktree: { folder } },
  });
  const { workspace } = harness;
  const worktrees = await (api as ExtensionAPI | undefined)?.services.use("worktrees" as ServiceKey<Worktrees>);
  if (!worktrees) throw new Error("The service is missing.");
  return {
    ...{ worktrees, workspace, folder },
    left: async () => await leftBehind(workspace, folder),
    [Symbol.asyncDispose]: async () => {
      await harness[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function leftBehind(workspace: Workspace, folder: string) {
  const lines = (await workspace.git("worktree", "list", "--porcelain")).split("\n");
  const worktrees = lines.filter((line) => line.startsWith("worktree ")).slice(1);
  const branches = (await workspace.git("branch", "--format=%(refname:short)", "--list", "tau/*")).split("\n");
  return { folders: await readdir(folder), worktrees, branches: branches.filter(Boolean) };
}

export const NOTHING = { folders: [], worktrees: [], branches: [] };
