import type { BackgroundState, ExtensionAPI, ExtensionToolContext } from "@tau/coding-agent";
import type { CommandJobs } from "./command-jobs.ts";
import { jobLine, timeText } from "./job-text.ts";

export interface JobParams {
  readonly list?: boolean;
  readonly poll?: readonly string[];
  readonly seconds?: number;
  readonly output?: readonly string[];
  readonly cancel?: readonly string[];
  readonly input?: { readonly id: string; readonly text?: string; readonly end?: boolean };
}

export interface JobDetails {
  readonly jobs: readonly BackgroundState[];
  readonly cancelled?: readonly { readonly id: string; readonly status: CancelStatus }[];
}

type CancelStatus = "cancelled" | "not_found" | "already_completed";

export interface JobCall {
  readonly pi: ExtensionAPI;
  readonly commands: CommandJobs;
  readonly waitSeconds: number;
  readonly signal: AbortSignal | undefined;
  readonly onUpdate: ((details: JobDetails) => void) | undefined;
  readonly permit: ExtensionToolContext["permit"];
}

/** The limit for all outputs of one call, about four thousand tokens. */
const MOST_CHARACTERS = 16_000;
/** How long an ended job stays available. */
export const RETENTION_MS = 5 * 60_000;
const UPDATE_MS = 500;

export async function runJobTool(params: JobParams, call: JobCall): Promise<{ text: string; details: JobDetails }> {
  const { list, poll, output, cancel, input } = params;
  if (list) {
    if (poll || output || cancel || input) throw new Error("list stands alone: leave the other parameters out.");
    return listJobs(call);
  }
  const sections: string[] = [];
  const cancelled = cancel?.map((id) => ({ id, status: cancelJob(call, id) }));
  if (cancelled)
    sections.push(
      section(
        "Cancelled",
        cancelled.map(({ id, status }) => `- ${id}: ${status}`),
      ),
    );
  if (input) sections.push(await writeInput(call, input));
  if (output) sections.push(await outputs(call, output));
  const isWaiting = poll !== undefined || !(cancel || input || output);
  const jobs = isWaiting ? await pollJobs(call, poll, params.seconds) : [];
  if (isWaiting) sections.push(await pollText(call, jobs, poll));
  return { text: sections.join("\n\n"), details: { jobs, ...(cancelled ? { cancelled } : {}) } };
}

/** Returns whether a job is running or ended recently. */
export function isKnown({ status, endedAt }: BackgroundState, now = Date.now()): boolean {
  return status === "running" || endedAt === undefined || now - endedAt < RETENTION_MS;
}

function known({ pi }: JobCall, id: string) {
  const job = pi.background.get(id);
  return job && isKnown(job.state) ? job : undefined;
}

function listJobs({ pi }: JobCall): { text: string; details: JobDetails } {
  const jobs = pi.background.list().filter((state) => isKnown(state));
  const lines = jobs.map((state) => `- ${jobLine(state)}`);
  return { text: lines.length === 0 ? "There are no jobs." : lines.join("\n"), details: { jobs } };
}

function cancelJob(call: JobCall, id: string): CancelStatus {
  const job = known(call, id);
  if (!job) return "not_found";
  if (job.state.status !== "running") return job.state.status === "cancelled" ? "cancelled" : "already_completed";
  job.cancel();
  return "cancelled";
}

async function writeInput(
  { commands, permit }: JobCall,
  { id, text, end = false }: NonNullable<JobParams["input"]>,
): Promise<string> {
  if (text === undefined && !end) throw new Error("input needs a text, or end.");
  const problem = await commands.write(id, {
    ...{ text, isLast: end },
    // Input to a shell is executed there, so it counts as a command.
    permit: (isConfined) => permit({ effect: "execute", command: text ?? "", isConfined }),
  });
  if (problem !== undefined) throw new Error(problem);
  return end ? `The input of ${id} was closed.` : `Written to ${id}.`;
}

async function outputs(call: JobCall, ids: readonly string[]): Promise<string> {
  const room = Math.floor(MOST_CHARACTERS / Math.max(1, ids.length));
  const parts = ids.map(async (id) => {
    const job = known(call, id);
    if (!job) return unknownText(call, id);
    const text = ((await call.commands.output(id)) ?? "").trimEnd();
    return `${jobLine(job.state)}\n\n${lastOf(text, room) || "(no output yet)"}`;
  });
  return (await Promise.all(parts)).join("\n\n");
}

async function pollJobs(
  { pi, waitSeconds, signal, onUpdate }: JobCall,
  ids: readonly string[] | undefined,
  seconds: number = waitSeconds,
): Promise<readonly BackgroundState[]> {
  const now = () => pi.background.list().filter(({ id, status }) => ids?.includes(id) ?? status === "running");
  const tell = () => onUpdate?.({ jobs: now() });
  tell();
  const timer = setInterval(tell, UPDATE_MS);
  try {
    const options = { timeoutMs: seconds * 1000, ...(signal ? { signal } : {}) };
    return await pi.background.wait(ids, options);
  } finally {
    clearInterval(timer);
  }
}

async function pollText(
  call: JobCall,
  jobs: readonly BackgroundState[],
  ids: readonly string[] | undefined,
): Promise<string> {
  const shown = jobs.filter((state) => isKnown(state));
  const running = shown.filter(({ status }) => status === "running");
  const ended = shown.filter(({ status }) => status !== "running");
  const room = Math.floor(MOST_CHARACTERS / Math.max(1, ended.length));
  const outcomes = ended.map((state) => {
    const text = lastOf(call.pi.background.get(state.id)?.output?.trim() ?? "", room);
    return `### ${jobLine(state)}${text ? `\n\n${text}` : ""}`;
  });
  const missing = (ids ?? []).filter((id) => !shown.some((state) => state.id === id));
  const parts = [
    ...(outcomes.length > 0 ? [`## Completed (${outcomes.length})\n${outcomes.join("\n\n")}`] : []),
    ...(running.length > 0
      ? [
          section(
            "Still Running",
            running.map((state) => `- ${jobLine(state)}`),
          ),
        ]
      : []),
    ...missing.map((id) => unknownText(call, id)),
  ];
  return parts.length === 0 ? "No job is running." : parts.join("\n\n");
}

function unknownText({ pi }: JobCall, id: string): string {
  const record = pi.background.records().find((each) => each.id === id);
  if (!record) return `There is no job ${id}.`;
  return `${id} (${record.label}): ${record.status}. It ended more than ${timeText(RETENTION_MS)} ago, and its output is no longer kept here.`;
}

function section(title: string, lines: readonly string[]): string {
  return `## ${title} (${lines.length})\n${lines.join("\n")}`;
}

function lastOf(text: string, room: number): string {
  if (text.length <= room) return text;
  return `[${text.length - room} characters before this are left out.]\n${text.slice(-room)}`;
}
