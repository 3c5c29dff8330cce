import type {
  BackgroundJob,
  ExtensionAPI,
  ExtensionCommandContext,
  LeftRunningProcess,
  ListRow,
} from "@tau/coding-agent";
import { neutralizeLine } from "@tau/tui";
import type { CommandJobs } from "./command-jobs.ts";
import { COLORS, elapsed, MARKS } from "./job-text.ts";

const COLUMNS = [{ title: "job" }, { title: "status" }, { title: "time", align: "right" as const, optional: true }];
const REFRESH_MS = 500;
const ENDED = "This job has ended.";
/** The number of output lines in the preview beside the list. */
const PREVIEW_LINES = 8;

/** Shows the overlay of `/jobs`: running and ended jobs, newest last. */
export async function showJobs(
  pi: ExtensionAPI,
  { ui }: ExtensionCommandContext,
  commands: CommandJobs,
  signal: AbortSignal,
): Promise<void> {
  let left = await pi.processes.leftRunning();
  const leftOf = (row: ListRow | undefined) => left.find(({ pid }) => row?.id === String(pid));
  const outputOf = async (row: ListRow) => {
    const process = leftOf(row);
    if (process) return `${process.command}\n\nLeft running by a command, as process ${process.pid}. It ends with Tau.`;
    return (await commands.output(row.id))?.trimEnd() || "(no output)";
  };
  const list = ui.list({
    title: "Jobs",
    columns: COLUMNS,
    rows: rowsOf(pi, left),
    empty: "Nothing runs in the background.",
    preview: async (row) => lastLines(await outputOf(row), PREVIEW_LINES),
    details: outputOf,
    follow: true,
    signal,
    keys: [
      {
        key: "x",
        description: "stop",
        needsRow: true,
        run: async (row, { say }) => {
          const process = leftOf(row);
          const job = pi.background.get(row?.id ?? "");
          if (process) await process.stop();
          else if (isRunning(job)) job?.cancel();
          else if (row) say(ENDED);
          await refresh();
        },
      },
      {
        key: "i",
        description: "write a line",
        needsRow: true,
        run: async (row, { say }) => {
          if (!row) return;
          if (!leftOf(row) && !isRunning(pi.background.get(row.id))) return say(ENDED);
          const text = await ui.input(`Write to ${row.id}`);
          const problem = text === undefined ? undefined : await commands.write(row.id, { text, isLast: false });
          if (problem !== undefined) say(problem);
        },
      },
    ],
  });
  const refresh = async () => {
    left = await pi.processes.leftRunning();
    if (!signal.aborted) list.update(rowsOf(pi, left));
  };
  const timer = setInterval(() => void refresh(), REFRESH_MS);
  const stop = () => clearInterval(timer);
  signal.addEventListener("abort", stop, { once: true });
  await list.closed;
  stop();
  signal.removeEventListener("abort", stop);
}

function isRunning(job: BackgroundJob | undefined): boolean {
  return job?.state.status === "running";
}

function rowsOf(pi: ExtensionAPI, left: readonly LeftRunningProcess[]): ListRow[] {
  const jobs = pi.background.list().map((state) => ({
    id: state.id,
    label: `${MARKS[state.status]} ${neutralizeLine(state.label)}`,
    cells: [state.status, elapsed(state)],
    color: COLORS[state.status],
  }));
  const others = left.map(({ pid, command }) => ({
    id: String(pid),
    label: `${MARKS.running} ${neutralizeLine(command)}`,
    cells: ["left running", ""],
  }));
  return [...jobs, ...others];
}

function lastLines(text: string, count: number): string {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}
