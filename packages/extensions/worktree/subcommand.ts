import { createInterface } from "node:readline/promises";
import type { SubcommandContext, WorktreeChange } from "@tau/coding-agent";
import { isGone, keepInBranches, listWorktrees, openWorktree, type SessionWorktree } from "./session-worktrees.ts";
import type { FoundRepository, RepositoryCopies } from "./worktrees.ts";

const USAGE = "tau worktree --help names the forms.";

interface Call {
  readonly all: RepositoryCopies;
  readonly found: FoundRepository;
  readonly ctx: SubcommandContext;
}

/** Runs `tau worktree …` and resolves to the exit code. */
export async function runSubcommand(
  args: readonly string[],
  ctx: SubcommandContext,
  all: RepositoryCopies,
): Promise<number> {
  const [action = "list", name, ...more] = args;
  if (more.length > 0) throw wrong(`Too many words: ${more.join(" ")}. ${USAGE}`);
  const call = { all, ctx, found: await all.repositoryOf(ctx.cwd) };
  switch (action) {
    case "list":
      return await list(call);
    case "open":
      ctx.print((await openWorktree(all, call.found, name)).cwd);
      return 0;
    case "end":
      return await end(call, find(call, name));
    case "merge":
      return await merge(call, findWhole(call, name));
    case "branch":
      return await branch(call, findWhole(call, name));
    case "remove":
      return await remove(call, find(call, name));
    default:
      throw wrong(`There is no "tau worktree ${action}". ${USAGE}`);
  }
}

async function list({ all, found, ctx }: Call): Promise<number> {
  const worktrees = listWorktrees(all, found);
  if (worktrees.length === 0)
    ctx.print("There are no worktrees of this repository. tau --worktree starts a session in one.");
  for (const worktree of worktrees) {
    const state = await stateOf(found, worktree);
    ctx.print(`${worktree.name}  ${state}${worktree.isInUse ? ", in use" : ""}  ${worktree.cwd}`);
  }
  return 0;
}

/** One worktree that cannot be read does not keep the others from being listed. */
async function stateOf(found: FoundRepository, worktree: SessionWorktree): Promise<string> {
  if (isGone(worktree)) return "deleted";
  try {
    return countText((await changedFiles(found, await worktree.changes())).length);
  } catch (error) {
    return `damaged (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** What can be done with a worktree at the end of a session. The first letter is the key. */
const CHOICES = ["merge into your files", "branch", "keep it", "remove it"] as const;

/** Asks at the end of a session what to do with its worktree. One without changes is removed. */
async function end(call: Call, worktree: SessionWorktree): Promise<number> {
  const { ctx, found } = call;
  const { name } = worktree;
  if (isGone(worktree)) {
    await worktree.remove();
    process.stderr.write(`The worktree ${name} was deleted while the session worked in it. Its changes are lost.\n`);
    return 1;
  }
  const files = await changedFiles(found, await worktree.changes());
  if (files.length === 0) {
    await worktree.remove();
    process.stderr.write(`Nothing was changed in the worktree ${name}; it is removed.\n`);
    return 0;
  }
  const shown = files.slice(0, 10).join(", ");
  process.stderr.write(
    `\nThe worktree ${name} has changes in ${countText(files.length)}: ${shown}${files.length > 10 ? ", …" : ""}\n`,
  );
  const chosen = process.stdin.isTTY && process.stdout.isTTY ? await ask(ctx.signal) : undefined;
  if (chosen === "merge into your files") return await merge(call, worktree);
  if (chosen === "branch") return await branch(call, worktree);
  if (chosen === "remove it") return await remove(call, worktree);
  process.stderr.write(
    `It is kept. tau --worktree ${name} -c continues there; tau worktree merge, branch or remove ${name} ends it.\n`,
  );
  return 0;
}

async function remove({ ctx }: Call, worktree: SessionWorktree): Promise<number> {
  await worktree.remove();
  ctx.print(`Removed the worktree ${worktree.name}.`);
  return 0;
}

/** Resolves to undefined for no answer, Ctrl+C and Ctrl+D. */
async function ask(signal: AbortSignal): Promise<(typeof CHOICES)[number] | undefined> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const keys = CHOICES.map((choice) => `[${choice[0]}]${choice.slice(1)}`).join("  ");
    const typed = (await reader.question(`${keys}: `, { signal })).trim().toLowerCase();
    return CHOICES.find((choice) => typed !== "" && choice.startsWith(typed));
  } catch (error) {
    if (!signal.aborted && error instanceof Error && error.name === "AbortError") {
      process.stderr.write("\n");
      return undefined;
    }
    throw error;
  } finally {
    reader.close();
  }
}

async function merge({ all, ctx }: Call, worktree: SessionWorktree): Promise<number> {
  const outcomes = await all.merge(await worktree.changes(), { name: worktree.name, method: "patch" });
  for (const { status, files, branch: kept, reason } of outcomes)
    ctx.print(
      status === "merged"
        ? `Merged into your files, uncommitted: ${files.join(", ") || "nothing that was not there already"}`
        : `Not merged: ${status === "conflict" ? `conflict in ${files.join(", ")}` : reason}${kept ? `. The work is also in the branch ${kept}` : ""}`,
    );
  if (outcomes.some(({ status }) => status !== "merged")) {
    ctx.print(`The worktree ${worktree.name} is kept.`);
    return 1;
  }
  await worktree.remove();
  return 0;
}

async function branch({ all, found, ctx }: Call, worktree: SessionWorktree): Promise<number> {
  const branches = await keepInBranches(all, found.git, worktree, await worktree.changes());
  await worktree.remove();
  ctx.print(branches.length === 0 ? "There were no changes." : `The work is in the branch ${branches.join(", ")}.`);
  return 0;
}

function find({ all, found }: Call, name: string | undefined): SessionWorktree {
  const worktrees = listWorktrees(all, found);
  const worktree = worktrees.find((each) => each.name === name || each.cwd === name);
  if (worktree?.isInUse) throw new Error(`Another Tau works in the worktree ${name}.`);
  if (worktree) return worktree;
  const names = worktrees.map((each) => each.name).join(", ");
  throw wrong(
    `${name === undefined ? "Name a worktree" : `There is no worktree ${name}`}. There are: ${names || "none"}.`,
  );
}

function findWhole(call: Call, name: string | undefined): SessionWorktree {
  const worktree = find(call, name);
  if (!isGone(worktree)) return worktree;
  throw new Error(
    `The folder of the worktree ${worktree.name} was deleted, with its changes. tau worktree remove ${worktree.name} forgets it.`,
  );
}

async function changedFiles({ git }: FoundRepository, changes: readonly WorktreeChange[]): Promise<string[]> {
  const lists = changes.map(
    async ({ repository, base, result }) =>
      await git.in(repository).words(["diff-tree", "-r", "-z", "--name-only", base, result]),
  );
  return (await Promise.all(lists)).flat();
}

function countText(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}

function wrong(message: string): Error {
  return Object.assign(new Error(message), { exitCode: 2 });
}
