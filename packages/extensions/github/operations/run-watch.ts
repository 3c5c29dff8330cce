import { type GithubClient, pause } from "../client.ts";
import { GithubError, invalid } from "../github-error.ts";
import type { Fields } from "../json.ts";
import { fullName, parseRemote, type Repository, repositoryPath } from "../repository.ts";
import { oneLine } from "../text/foreign-text.ts";
import { placeOf } from "../url-schemes.ts";
import { maybeGit } from "./git.ts";
import { failedJobLogs } from "./job-logs.ts";
import { bounded, type Operation, type OperationCall } from "./operation.ts";

const LONGEST_MS = 60 * 60_000;
const JOBS_PER_PAGE = 100;
/** Jobs that fail together are listed a little later than the run's own end. */
const SETTLE_POLLS = 5 / 3;

interface Watch {
  readonly call: OperationCall;
  readonly client: GithubClient;
  readonly repository: Repository;
}

/** Waits until a workflow run, or all runs of a commit, have ended. Ends with the logs of failed jobs. */
export const watchRuns: Operation = async (call) => {
  const { hub, args, ctx, signal } = call;
  const tail = bounded(args.tail, "tail", 15, 200);
  const asked = args.run === undefined ? undefined : parseRun(args.run);
  const named = asked?.repository;
  const { repository, client } = await placeOf(
    hub,
    named ? `${named.host}/${fullName(named)}` : args.repo,
    ctx,
    signal,
  );
  if (named && args.repo) {
    const given = await hub.repository(args.repo, ctx);
    if (fullName(given).toLowerCase() !== fullName(named).toLowerCase() || given.host !== named.host)
      throw invalid(`The run belongs to ${fullName(named)}, not to ${fullName(given)}.`);
  }
  const watch = { call, client, repository };
  const find = asked ? async () => [await runById(watch, asked.id)] : await runsOfCommit(watch);
  const runs = await untilEnded(watch, find);
  const failed = runs.filter((run) => isFailed(run));
  const lines = runs.map(runLine);
  const details = {
    runs: runs.map((run) => ({ id: run.number("id"), conclusion: run.text("conclusion") || run.text("status") })),
  };
  if (runs.some((run) => !isEnded(run)))
    return { text: [`Still running after ${LONGEST_MS / 60_000} minutes:`, ...lines].join("\n"), details };
  if (failed.length === 0) return { text: [`All runs have ended well.`, ...lines].join("\n"), details };
  call.progress("Reading the logs of failed jobs");
  await pause(hub.settings.pollMs * SETTLE_POLLS, signal);
  const jobs = (await Promise.all(failed.map((run) => jobsOf(watch, run.text("id")))))
    .flat()
    .filter((job) => isFailed(job));
  const logs = await failedJobLogs({ client, repository, artifacts: hub.pi.artifacts, signal }, jobs, tail);
  return {
    text: [`${failed.length} of ${runs.length} runs failed.`, ...lines, "", logs.text].join("\n"),
    details: { ...details, ...logs.details },
  };
};

function parseRun(run: string): { readonly id: string; readonly repository?: Repository } {
  if (/^\d{1,15}$/.test(run)) return { id: run };
  const id = /\/actions\/runs\/(\d{1,15})\b/.exec(run)?.[1];
  const repository = id === undefined ? undefined : parseRemote(run);
  if (id === undefined || !repository) throw invalid(`"${run.slice(0, 200)}" is no id or URL of a workflow run.`);
  return { id, repository };
}

async function runById({ client, repository, call: { signal } }: Watch, id: string): Promise<Fields> {
  return await client.json({ path: `${repositoryPath(repository)}/actions/runs/${id}`, signal });
}

/** Resolves to a function that lists the runs of the latest commit of the branch. */
async function runsOfCommit({ client, repository, call }: Watch): Promise<() => Promise<Fields[]>> {
  const { hub, args, ctx, signal } = call;
  const path = repositoryPath(repository);
  const current = () =>
    maybeGit(hub.pi.processes, ["symbolic-ref", "--quiet", "--short", "HEAD"], { cwd: ctx.cwd, signal });
  const branch = args.branch ?? (args.repo === undefined ? await current() : undefined);
  const name = branch ?? (await client.json({ path, signal })).text("default_branch");
  const found = await client.json({ path: `${path}/branches/${encodeURIComponent(name)}`, signal });
  const commit = found.text("commit", "sha");
  if (commit === "") throw new GithubError("bad-answer", `GitHub names no commit for the branch ${oneLine(name)}.`);
  return async () => {
    const answer = await client.json({ path: `${path}/actions/runs?head_sha=${commit}&per_page=100`, signal });
    return answer.list("workflow_runs");
  };
}

/** Polls until all runs have ended. Several runs count only if the next poll finds the same ones: one run may start another. */
async function untilEnded({ call }: Watch, find: () => Promise<Fields[]>): Promise<Fields[]> {
  const { hub, signal, progress } = call;
  const { pollMs } = hub.settings;
  const end = Date.now() + LONGEST_MS;
  let before = "";
  let empty = 0;
  for (;;) {
    const runs = await find();
    const ids = runs
      .map((run) => run.text("id"))
      .toSorted()
      .join(" ");
    const hasEnded = runs.length > 0 && runs.every(isEnded);
    if (hasEnded && (runs.some(isFailed) || ids === before)) return runs;
    if (runs.length === 0 && ++empty > MOST_EMPTY)
      throw new GithubError("not-found", "There is no workflow run for the latest commit.");
    if (Date.now() > end) return runs;
    before = hasEnded ? ids : "";
    progress(runs.map(runLine).join("\n") || "Waiting for a run to start");
    await pause(pollMs, signal);
  }
}

/** How many polls may find no run yet, right after a push. */
const MOST_EMPTY = 10;

async function jobsOf({ client, repository, call: { signal } }: Watch, run: string): Promise<Fields[]> {
  const jobs: Fields[] = [];
  for (let page = 1; page <= 10; page++) {
    const path = `${repositoryPath(repository)}/actions/runs/${run}/jobs?filter=latest&per_page=${JOBS_PER_PAGE}&page=${page}`;
    const found = (await client.json({ path, signal })).list("jobs");
    jobs.push(...found);
    if (found.length < JOBS_PER_PAGE) break;
  }
  return jobs;
}

function isEnded(run: Fields): boolean {
  return run.text("status") === "completed";
}

function isFailed(run: Fields): boolean {
  return ["failure", "timed_out", "cancelled", "action_required", "startup_failure"].includes(run.text("conclusion"));
}

function runLine(run: Fields): string {
  const name = [oneLine(run.text("name"), 80), oneLine(run.text("display_title"), 100)].filter(Boolean).join(": ");
  return `- ${oneLine(run.text("conclusion") || run.text("status"))}: ${name} (run ${run.text("id")}) ${oneLine(run.text("html_url"))}`;
}
