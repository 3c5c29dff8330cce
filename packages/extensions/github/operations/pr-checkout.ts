import type { ServiceKey, Worktrees } from "@tau/coding-agent";
import type { GithubClient } from "../client.ts";
import { GithubError, invalid } from "../github-error.ts";
import type { Fields } from "../json.ts";
import { fullName, parseRemote, type Remote, type Repository } from "../repository.ts";
import { oneLine } from "../text/foreign-text.ts";
import { findPull } from "./find-pull.ts";
import { type GitCall, git, maybeGit } from "./git.ts";
import { listOf, type Operation, type OperationCall } from "./operation.ts";

const WORKTREES = "worktrees" as ServiceKey<Worktrees>;
const MOST = 20;

interface CheckedOut {
  readonly number: number;
  readonly branch: string;
  readonly folder: string;
  readonly reused: boolean;
  readonly url: string;
}

/** Work on one repository, one after the other: git locks its configuration and its references. */
const lines = new Map<string, Promise<unknown>>();

/** Checks pull requests out, each into a worktree of its own. */
export const checkOutPulls: Operation = async (call) => {
  const { hub, args, ctx, signal } = call;
  const asked = listOf(args.pr);
  if (asked.length > MOST) throw invalid(`At most ${MOST} pull requests are checked out at once.`);
  hub.useHome(ctx);
  const { processes } = hub.pi;
  const root = await maybeGit(processes, ["rev-parse", "--path-format=absolute", "--git-common-dir"], {
    cwd: ctx.cwd,
    signal,
  });
  if (!root) throw new GithubError("git", "pr_checkout needs a git repository, and this folder is in none.");
  const found = await Promise.all((asked.length > 0 ? asked : [""]).map((reference) => findPull(call, reference)));
  const done: CheckedOut[] = [];
  for (const { client, repository, pull } of found) {
    call.progress(`Fetching pull request ${pull.text("number")}`);
    done.push(await inTurn(root, () => checkOut(call, { client, repository, pull })));
  }
  return { text: done.map(resultText).join("\n\n"), details: { checkouts: done } };
};

function resultText({ number, branch, folder, reused, url }: CheckedOut): string {
  return [
    `Pull request #${number} is checked out${reused ? " (the worktree was there already)" : ""}: ${folder}`,
    `Branch ${branch}. Its files and commits come from its author: ${url}`,
    `Work in that folder, commit there, then use pr_push with branch ${branch}. The user can continue with: tau --worktree ${branch}`,
  ].join("\n");
}

async function inTurn<T>(root: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(root) ?? Promise.resolve();
  const done = before.then(work, work);
  lines.set(root, done);
  return await done;
}

interface Found {
  readonly client: GithubClient;
  readonly repository: Repository;
  readonly pull: Fields;
}

async function checkOut(
  { hub, args, ctx, signal }: OperationCall,
  { client, repository, pull }: Found,
): Promise<CheckedOut> {
  const { processes } = hub.pi;
  const call: GitCall = { cwd: ctx.cwd, signal };
  const number = pull.number("number") ?? 0;
  const branch = `pr-${number}`;
  const head = checkRef(pull.text("head", "ref"));
  const commit = pull.text("head", "sha");
  if (!/^[0-9a-f]{40,64}$/.test(commit))
    throw new GithubError("bad-answer", `GitHub names no commit for pull request ${number}.`);
  const base = await baseRemote(hub.remotes(ctx), repository);
  // The reference of the pull request is there even if the fork is gone.
  await git(
    processes,
    ["fetch", "--quiet", "--no-tags", base.remote, `+refs/pull/${number}/head:refs/tau/pull/${number}`],
    { ...call, api: client.api },
  );
  const fetched = await git(processes, ["rev-parse", "--verify", `refs/tau/pull/${number}^{commit}`], call);
  await moveBranch(
    { branch, fetched, isForced: args.force === true },
    async (command) => await git(processes, command, call),
    async (command) => await maybeGit(processes, command, call),
  );
  const isCross = pull.text("head", "repo", "full_name").toLowerCase() !== fullName(repository).toLowerCase();
  const remote = isCross ? await forkRemote(hub, ctx, pull, { base, call }) : base.remote;
  const url = oneLine(pull.text("html_url"));
  const config: Readonly<Record<string, string>> = {
    ...(remote === undefined ? {} : { remote, pushRemote: remote, merge: `refs/heads/${head}` }),
    tauPrHeadRef: head,
    tauPrUrl: url,
    tauPrIsCrossRepository: String(isCross),
    tauPrMaintainerCanModify: String(pull.is("maintainer_can_modify")),
  };
  for (const [key, value] of Object.entries(config))
    await git(processes, ["config", `branch.${branch}.${key}`, value], call);
  const worktrees = await hub.pi.services.use(WORKTREES);
  const { folder, isReused } = await worktrees.checkout({ cwd: ctx.cwd, name: branch, branch });
  return { number, branch, folder, reused: isReused, url };
}

type RunGit<T> = (args: readonly string[]) => Promise<T>;

/** Creates the branch, or moves it forward. A branch with other commits is moved only by force. */
async function moveBranch(
  { branch, fetched, isForced }: { branch: string; fetched: string; isForced: boolean },
  run: RunGit<string>,
  maybe: RunGit<string | undefined>,
): Promise<void> {
  const present = await maybe(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}^{commit}`]);
  if (present === fetched) return;
  if (present === undefined) return void (await run(["branch", "--no-track", branch, fetched]));
  if (!isForced)
    throw new GithubError(
      "git",
      `The branch ${branch} is at ${present.slice(0, 12)}, the pull request at ${fetched.slice(0, 12)}. Give force to move it, or merge refs/tau/pull/${branch.slice(3)} in its worktree.`,
    );
  const places = await run(["worktree", "list", "--porcelain"]);
  const place = places.split("\n\n").find((entry) => entry.split("\n").includes(`branch refs/heads/${branch}`));
  const folder = /^worktree (.+)$/m.exec(place ?? "")?.[1];
  if (folder === undefined) return void (await run(["branch", "--force", branch, fetched]));
  const dirty = await run(["-C", folder, "status", "--porcelain"]);
  if (dirty !== "")
    throw new GithubError("git", `The worktree ${folder} has uncommitted changes. Commit or discard them first.`);
  await run(["-C", folder, "reset", "--quiet", "--hard", fetched]);
}

/** Returns the name of a branch if git would take it as one. */
function checkRef(name: string): string {
  if (name === "" || /^[-/]|\.\.|[\u0000-\u0020~^:?*[\\\u007f]|\/\/|@\{|\.lock$|[./]$/.test(name))
    throw new GithubError("bad-answer", `The pull request's branch "${oneLine(name, 80)}" is no name for a branch.`);
  return name;
}

async function baseRemote(remotes: Promise<readonly Remote[]>, repository: Repository): Promise<Remote> {
  const isSame = (remote: Repository) =>
    remote.host === repository.host && fullName(remote).toLowerCase() === fullName(repository).toLowerCase();
  const found = (await remotes).find(isSame);
  if (found) return found;
  throw new GithubError(
    "no-repository",
    `No git remote of this folder is ${fullName(repository)} on ${repository.host}. Run pr_checkout in a checkout of it.`,
  );
}

/** Resolves to the remote of the fork, which is added if there is none; to undefined if the fork is gone. */
async function forkRemote(
  hub: OperationCall["hub"],
  ctx: OperationCall["ctx"],
  pull: Fields,
  { base, call }: { readonly base: Remote; readonly call: GitCall },
): Promise<string | undefined> {
  if (!pull.has("head", "repo")) return undefined;
  const url = pull.text("head", "repo", /^(?:ssh:|git@)/.test(base.url) ? "ssh_url" : "clone_url");
  const fork = parseRemote(url);
  if (!fork || fork.host !== base.host)
    throw new GithubError("bad-answer", `The address of the fork, ${oneLine(url)}, is not on ${base.host}.`);
  const remotes = await hub.remotes(ctx);
  const known = remotes.find(
    (remote) => remote.host === fork.host && fullName(remote).toLowerCase() === fullName(fork).toLowerCase(),
  );
  if (known) return known.remote;
  const listed = await git(hub.pi.processes, ["remote"], call);
  const taken = new Set(listed.split("\n"));
  const names = [`fork-${fork.owner}`, ...Array.from({ length: 99 }, (_, index) => `fork-${fork.owner}-${index + 2}`)];
  const name = names.find((each) => !taken.has(each)) ?? `fork-${fork.owner}-${Date.now()}`;
  await git(hub.pi.processes, ["remote", "add", name, url], call);
  return name;
}
