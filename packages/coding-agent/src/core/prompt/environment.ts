import { findRepository } from "../files/git-repository.ts";
import { expandTilde } from "../paths/index.ts";
import { getShellConfig } from "../process/shell.ts";
import type { Workspace } from "../workspace/workspace.ts";

/**
 * Resolves to the facts about the machine and the repository for the prompt. They are read once per session, because a
 * later change would invalidate the prompt cache.
 */
export async function promptEnvironment({
  cwd,
  settings,
}: Pick<Workspace, "cwd" | "settings">): Promise<Record<string, string>> {
  const repository = findRepository(cwd);
  const shell = settings.get("shellPath");
  const added = settings.get("workspace.folders") ?? [];
  return {
    ...(added.length > 0 ? { "further folders": await furtherFolders({ cwd, settings }) } : {}),
    git: repository ? checkedOut(repository.head) : "no repository",
    OS: `${process.platform} ${process.arch}`,
    shell: getShellConfig(shell ? expandTilde(shell) : undefined).shell,
    date: today(),
  };
}

async function furtherFolders(sources: Pick<Workspace, "cwd" | "settings">): Promise<string> {
  const { workspaceRoots } = await import("../permission/workspace-roots.ts");
  return workspaceRoots(sources).slice(1).join(", ");
}

/**
 * Describes the checked-out branch. Accepts only names that git allows: the file may come from a stranger, and the
 * model takes the text as a fact.
 */
function checkedOut(head: string): string {
  const branch = /^ref: refs\/heads\/([^\s~^:?*[\\<>]{1,100})\s*$/.exec(head)?.[1];
  return branch === undefined ? "detached HEAD" : `branch ${branch}`;
}

/** Returns the current date in the user's time zone. */
function today(): string {
  const now = new Date();
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
