import { GithubError, invalid } from "../github-error.ts";
import type { Fields } from "../json.ts";
import { repositoryPath } from "../repository.ts";
import { oneLine } from "../text/foreign-text.ts";
import { placeOf } from "../url-schemes.ts";
import { git, maybeGit } from "./git.ts";
import { listOf, type Operation, type OperationCall } from "./operation.ts";

/** Opens a pull request for a branch that was pushed. */
export const createPull: Operation = async (call) => {
  const { hub, args, ctx, signal } = call;
  checkArguments(call);
  const { repository, client } = await placeOf(hub, args.repo, ctx, signal);
  const path = repositoryPath(repository);
  const head = args.head ?? (await currentBranch(call));
  const base = args.base ?? (await client.json({ path, signal })).text("default_branch");
  if (head === base) throw invalid(`The pull request would merge ${base} into itself. Name another head or base.`);
  const { title, body } = args.fill
    ? await textFromCommits(call, base)
    : { title: args.title ?? "", body: args.body ?? "" };
  const draft = args.draft === true ? { draft: true } : {};
  const pull = await client
    .json({ method: "POST", path: `${path}/pulls`, body: { title, body, head, base, ...draft }, signal })
    .catch((error: unknown) => {
      if (!(error instanceof GithubError) || !/\bhead\b/.test(error.message)) throw error;
      throw new GithubError("refused", `${error.message} Push the branch ${head} first.`, { cause: error });
    });
  const problems = await decorate(call, `${path}`, pull, client);
  const number = pull.text("number");
  const lines = [
    `Opened pull request #${number}: ${oneLine(pull.text("html_url"))}`,
    `${oneLine(title)} (${head} into ${base}${draft.draft ? ", draft" : ""})`,
  ];
  return { text: [...lines, ...problems].join("\n"), details: { number: Number(number), url: pull.text("html_url") } };
};

function checkArguments({ args: { fill, title, body } }: OperationCall): void {
  if (fill && (title !== undefined || body !== undefined))
    throw invalid("fill takes title and body from the commits: leave out title and body.");
  if (!fill && !title?.trim()) throw invalid("pr_create needs a title, or fill.");
}

/** Adds reviewers, assignees and labels. The pull request exists by then, so that a failure is only told. */
async function decorate(
  { args, signal }: OperationCall,
  path: string,
  pull: Fields,
  client: Awaited<ReturnType<typeof placeOf>>["client"],
): Promise<string[]> {
  const number = pull.text("number");
  const reviewers = listOf(args.reviewer);
  const teams = reviewers.filter((name) => name.includes("/")).map((name) => name.split("/").at(-1) ?? name);
  const wishes = [
    {
      what: "Reviewers",
      names: reviewers,
      path: `${path}/pulls/${number}/requested_reviewers`,
      body: { reviewers: reviewers.filter((name) => !name.includes("/")), team_reviewers: teams },
    },
    {
      what: "Assignees",
      names: listOf(args.assignee),
      path: `${path}/issues/${number}/assignees`,
      body: { assignees: listOf(args.assignee) },
    },
    {
      what: "Labels",
      names: listOf(args.label),
      path: `${path}/issues/${number}/labels`,
      body: { labels: listOf(args.label) },
    },
  ];
  const problems: string[] = [];
  for (const wish of wishes.filter(({ names }) => names.length > 0))
    try {
      await client.json({ method: "POST", path: wish.path, body: wish.body, signal });
    } catch (error) {
      signal?.throwIfAborted();
      problems.push(`${wish.what} were not set: ${error instanceof Error ? error.message : String(error)}`);
    }
  return problems;
}

async function currentBranch({ hub, ctx, signal }: OperationCall): Promise<string> {
  const branch = await maybeGit(hub.pi.processes, ["symbolic-ref", "--quiet", "--short", "HEAD"], {
    cwd: ctx.cwd,
    signal,
  });
  if (branch) return branch;
  throw invalid("No branch is checked out. Name the head.");
}

/** Takes the title and the body of a single commit; of several, the name of the branch and the list of their subjects. */
async function textFromCommits(
  { hub, args, ctx, signal }: OperationCall,
  base: string,
): Promise<{ title: string; body: string }> {
  const { processes } = hub.pi;
  const call = { cwd: ctx.cwd, signal };
  const bases = [`origin/${base}`, `upstream/${base}`, base];
  for (const from of bases) {
    const known = await maybeGit(processes, ["rev-parse", "--verify", "--quiet", `${from}^{commit}`], call);
    if (known === undefined) continue;
    const log = await git(
      processes,
      ["log", "--reverse", "--max-count=100", "--format=%s%x00%b%x01", `${from}..${args.head ?? "HEAD"}`],
      call,
    );
    const commits = log
      .split("\u0001")
      .map((each) => each.trim())
      .filter((each) => each !== "")
      .map((each) => each.split("\0"));
    const [first] = commits;
    if (!first) throw invalid(`There are no commits since ${from}.`);
    if (commits.length === 1) return { title: first[0] ?? "", body: (first[1] ?? "").trim() };
    const name =
      (args.head ?? (await git(processes, ["symbolic-ref", "--short", "HEAD"], call))).split("/").at(-1) ?? "";
    const title = name.replace(/[-_]+/g, " ").trim();
    return {
      title: title.charAt(0).toUpperCase() + title.slice(1),
      body: commits.map(([subject]) => `- ${subject}`).join("\n"),
    };
  }
  throw invalid(`The branch ${base} is not known here: fetch it, or give title and body.`);
}
