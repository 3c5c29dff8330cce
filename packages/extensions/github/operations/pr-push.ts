import { GithubError } from "../github-error.ts";
import { parseRemote } from "../repository.ts";
import { oneLine } from "../text/foreign-text.ts";
import { type GitCall, git, maybeGit } from "./git.ts";
import type { Operation, OperationCall } from "./operation.ts";

/** Pushes the branch of a checked out pull request to where it came from. */
export const pushPull: Operation = async (call) => {
  const { hub, args, ctx, signal } = call;
  const { processes } = hub.pi;
  const place: GitCall = { cwd: ctx.cwd, signal };
  const current = await maybeGit(processes, ["symbolic-ref", "--quiet", "--short", "HEAD"], place);
  const branch = args.branch ?? current;
  if (!branch) throw new GithubError("git", "No branch is checked out here. Name the branch, such as pr-5.");
  const { head, remote, url, isClosed } = await originOf(call, branch, place);
  const number = /\d+$/.exec(url)?.[0] ?? branch;
  const known = `refs/tau/pull/${number}`;
  const source = branch === current ? "HEAD" : `refs/heads/${branch}`;
  const lease = args.forceWithLease ? [await leaseOf(call, `refs/heads/${head}`, { known, place })] : [];
  const api = await apiOf(call, remote, place);
  await git(processes, ["push", ...lease, remote, `${source}:refs/heads/${head}`], { ...place, api }).catch(
    (error: unknown) => {
      throw isClosed && error instanceof GithubError ? notPermitted(error) : error;
    },
  );
  await git(processes, ["update-ref", known, source], place);
  const commit = await git(processes, ["rev-parse", source], place);
  const text = `Pushed ${branch} to ${head} of ${remote}, which is at ${commit.slice(0, 12)} now: ${url}`;
  return { text, details: { branch, remote, head, commit } };
};

interface Origin {
  /** The branch of the pull request. */
  readonly head: string;
  readonly remote: string;
  readonly url: string;
  /** The author does not let maintainers push. */
  readonly isClosed: boolean;
}

/** Resolves to what pr_checkout has written down. */
async function originOf({ hub }: OperationCall, branch: string, place: GitCall): Promise<Origin> {
  const config = async (key: string) =>
    (await maybeGit(hub.pi.processes, ["config", "--get", `branch.${branch}.${key}`], place)) ?? "";
  const head = await config("tauPrHeadRef");
  if (head === "")
    throw new GithubError(
      "git",
      `The branch ${oneLine(branch)} belongs to no pull request that was checked out here. Use pr_checkout first.`,
    );
  const remote = (await config("pushRemote")) || (await config("remote"));
  if (remote === "")
    throw new GithubError(
      "git",
      "The repository that the pull request came from is gone: there is nowhere to push to.",
    );
  const isCross = (await config("tauPrIsCrossRepository")) === "true";
  const isClosed = isCross && (await config("tauPrMaintainerCanModify")) !== "true";
  return { head, remote, url: await config("tauPrUrl"), isClosed };
}

/** Expects the commit that was checked out or pushed last, so that nothing newer is overwritten. */
async function leaseOf(
  { hub }: OperationCall,
  target: string,
  { known, place }: { readonly known: string; readonly place: GitCall },
): Promise<string> {
  const expected = await git(hub.pi.processes, ["rev-parse", "--verify", `${known}^{commit}`], place);
  return `--force-with-lease=${target}:${expected}`;
}

async function apiOf({ hub, ctx }: OperationCall, remote: string, place: GitCall) {
  const url = (await maybeGit(hub.pi.processes, ["config", "--get", `remote.${remote}.url`], place)) ?? "";
  const host = parseRemote(url)?.host;
  return host === undefined ? undefined : (await hub.client(host, ctx)).api;
}

function notPermitted(cause: GithubError): GithubError {
  const reason = "The author does not let maintainers change this pull request.";
  return new GithubError("git", `${cause.message} ${reason}`, { cause });
}
