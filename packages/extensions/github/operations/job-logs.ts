import type { ExtensionAPI, ToolOutput } from "@tau/coding-agent";
import type { GithubClient } from "../client.ts";
import { GithubError } from "../github-error.ts";
import type { Fields } from "../json.ts";
import { type Repository, repositoryPath } from "../repository.ts";
import { clean, oneLine } from "../text/foreign-text.ts";

export interface LogPlace {
  readonly client: GithubClient;
  readonly repository: Repository;
  readonly artifacts: ExtensionAPI["artifacts"];
  readonly signal?: AbortSignal | undefined;
}

const MAX_LOG_BYTES = 64 * 1024 * 1024;
const MAX_LINE = 2000;
const MOST_JOBS = 20;

/** Resolves to the last lines of each failed job's log. The whole logs are kept as one artifact. */
export async function failedJobLogs(
  place: LogPlace,
  jobs: readonly Fields[],
  tail: number,
): Promise<{ readonly text: string; readonly details: Readonly<Record<string, unknown>> }> {
  // The sink cuts what it shows to one line, so that the artifact is there for every longer log.
  const sink = await place.artifacts.open("github", { maxLines: 1 });
  const parts: string[] = [];
  for (const job of jobs.slice(0, MOST_JOBS)) {
    sink.append(`===== ${oneLine(job.text("name"))} (job ${job.text("id")}) =====\n`);
    parts.push(
      `## ${oneLine(job.text("name"))}${stepOf(job)}`,
      await tailOf(place, job, tail, (chunk) => sink.append(chunk)),
    );
  }
  if (jobs.length > MOST_JOBS) parts.push(`… ${jobs.length - MOST_JOBS} more jobs failed.`);
  if (jobs.length === 0) parts.push("No failed job is listed: see the runs.");
  const output = jobs.length === 0 ? undefined : sink.finish();
  const where = output && placeOf(output);
  return {
    text: [...parts, ...(where ? [`Full failed-job logs: ${where}`] : [])].join("\n"),
    details: {
      failedJobs: jobs.map((job) => job.text("name")),
      ...(output?.artifact && { artifact: output.artifact.url }),
    },
  };
}

function placeOf({ artifact, path }: ToolOutput): string | undefined {
  return artifact?.url ?? path;
}

function stepOf(job: Fields): string {
  const step = job.list("steps").find((each) => each.text("conclusion") === "failure");
  return step ? ` (step ${step.text("number")}: ${oneLine(step.text("name"), 80)})` : "";
}

/** Reads a log and keeps its last lines. A log that is not there does not fail the watch. */
async function tailOf(place: LogPlace, job: Fields, count: number, keep: (chunk: Uint8Array) => void): Promise<string> {
  const { client, repository, signal } = place;
  const path = `${repositoryPath(repository)}/actions/jobs/${job.text("id")}/logs`;
  const lines = new LastLines(count);
  let note = "";
  try {
    const { body } = await client.stream({ path, accept: "*/*", maxBytes: MAX_LOG_BYTES, signal });
    for await (const chunk of body) {
      keep(chunk);
      lines.append(Buffer.from(chunk).toString("utf8"));
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof GithubError)) throw error;
    note =
      error.code === "not-found"
        ? "(The log is not available.)"
        : `(The log could not be read to its end: ${error.message})`;
  }
  const shown = lines.all().map((line) => `> ${line}`);
  return [...shown, ...(note === "" ? [] : [note])].join("\n") || "(The log is empty.)";
}

/** The last lines of a text that comes in parts. */
class LastLines {
  private readonly count: number;
  private readonly lines: string[] = [];
  private rest = "";

  constructor(count: number) {
    this.count = count;
  }

  append(text: string): void {
    const parts = (this.rest + text).split("\n");
    this.rest = (parts.pop() ?? "").slice(-MAX_LINE * 4);
    this.lines.push(...parts.slice(-this.count));
    this.lines.splice(0, this.lines.length - this.count);
  }

  all(): string[] {
    const all = this.rest === "" ? this.lines : [...this.lines, this.rest];
    return all.slice(-this.count).map(logLine);
  }
}

/** Returns a line without the time at its beginning. */
function logLine(line: string): string {
  const text = clean(line.replace(/^\ufeff?\d{4}-\d\d-\d\dT[\d:.]+Z /, "")).trimEnd();
  return text.length <= MAX_LINE ? text : `${text.slice(0, MAX_LINE)}…`;
}
