import { GithubError } from "../github-error.ts";
import { parseRemote } from "../repository.ts";
import { clean, oneLine } from "../text/foreign-text.ts";
import { git, maybeGit } from "./git.ts";
import type { Operation } from "./operation.ts";

/** Pushes the branch of a checked out pull request to where it came from. */
export const pushPull: Operation = async ({ hub, args, ctx, signal }) => {
  const { processes } = hub.pi;
  const call = { cwd: ctx.cwd, signal };
  const current = await maybeGit(processes, ["symbolic-ref", "--quiet", "--short", "HEAD"], call);
  const branch = args.branch ?? current;
  if (!branch) throw new GithubError("git", "No branch is checked out here. Name the branch, such as pr-5.");
  const config = async (key: string) => await maybeGit(processes, ["config", "--get", `branch.${branch}.${key}`], call);
  const head = await config("tauPrHeadRef");
  if (!head)
    throw new GithubError(
      "git",
      `The branch ${oneLine(branch)} belongs to no pull request that was checked out here. Use pr_checkout first.`,
    );
  const remote = (await config("pushRemote")) ?? (await config("remote"));
  if (!remote)
    throw new GithubError(
      "git",
      "The repository that the pull request came from is gone: there is nowhere to push to.",
    );
  const isClosed =
    (await config("tauPrIsCrossRepository")) === "true" && (await config("tauPrMaintainerCanModify")) !== "true";
  const url = (await maybeGit(processes, ["config", "--get", `remote.${remote}.url`], call)) ?? "";
  const host = parseRemote(url)?.host;
  const api = host === undefined ? undefined : (await hub.client(host, ctx)).api;
  const known = `refs/tau/pull/${/\d+$/.exec((await config("tauPrUrl")) ?? "")?.[0] ?? branch}`;
  const expected = await maybeGit(processes, ["rev-parse", "--verify", "--quiet", `${known}^{commit}`], call);
  // The commit that was checked out or pushed last: what is newer there is not overwritten.
  const lease = args.forceWithLease ? [`--force-with-lease=refs/heads/${head}${expected ? `:${expected}` : ""}`] : [];
  const source = branch === current ? "HEAD" : `refs/heads/${branch}`;
  try {
    const said = await git(processes, ["push", "--porcelain", ...lease, remote, `${source}:refs/heads/${head}`], {
      ...call,
      api,
    });
    await git(processes, ["update-ref", known, source], call);
    return {
      text: [`Pushed ${branch} to ${head} of ${remote}: ${(await config("tauPrUrl")) ?? ""}`, clean(said)].join("\n"),
      details: { branch, remote, head },
    };
  } catch (error) {
    throw isClosed && error instanceof GithubError ? notPermitted(error) : error;
  }
};

function notPermitted(cause: GithubError): GithubError {
  const reason = "The author does not let maintainers change this pull request.";
  return new GithubError("git", `${cause.message} ${reason}`, { cause });
}
