import type { ChildSession, ChildUsage, ExtensionAPI, ExtensionCommandContext, ListRow } from "@tau/coding-agent";
import { neutralizeLine } from "@tau/tui";
import type { TaskOutputs, TaskRecord } from "./outputs.ts";
import { COLORS, costText, countText, doingText, endText, MARKS, spentText, timeText } from "./task-view.ts";
import { readMessages, transcriptText } from "./transcript.ts";

const COLUMNS = [
  { title: "agent" },
  { title: "doing" },
  { title: "tokens", align: "right" as const, optional: true },
  { title: "cost", align: "right" as const, optional: true },
  { title: "time", align: "right" as const },
];
const REFRESH_MS = 500;
const ENDED = "This agent has ended.";

/** Shows the overlay of `/agents`: running and ended agents, newest last. */
export async function showAgents(
  pi: ExtensionAPI,
  { ui }: ExtensionCommandContext,
  outputs: TaskOutputs,
  signal: AbortSignal,
): Promise<void> {
  const childOf = (row: ListRow | undefined) => (row ? pi.children.get(row.id) : undefined);
  const list = ui.list({
    title: "Agents",
    columns: COLUMNS,
    rows: rowsOf(pi, outputs),
    empty: "No agent has worked in this session yet.",
    details: async (row) => await detailsOf(row.id, pi, outputs),
    follow: true,
    signal,
    keys: [
      {
        key: "s",
        description: "steer",
        needsRow: true,
        run: async (row, { say }) => {
          const child = childOf(row);
          if (!child) return say(ENDED);
          const text = await ui.input(`Say to ${child.id}`);
          if (!text?.trim()) return;
          await child.steer(text.trim());
          say(`${child.id} reads it after its current step.`);
        },
      },
      {
        key: "x",
        description: "stop",
        needsRow: true,
        run: async (row, { say }) => {
          const child = childOf(row);
          if (child) await child.abort();
          else say(ENDED);
        },
      },
      {
        key: "a",
        description: "stop all",
        needsRow: true,
        run: async (_row, { say }) => {
          const running = own(pi, outputs);
          await Promise.all(running.map((child) => child.abort()));
          if (running.length === 0) say("No agent is at work.");
        },
      },
    ],
  });
  const update = () => {
    if (!signal.aborted) list.update(rowsOf(pi, outputs));
  };
  const timer = setInterval(update, REFRESH_MS);
  const stops = [pi.children.subscribe(update), outputs.onChange(update), () => clearInterval(timer)];
  const stop = () => {
    for (const each of stops.splice(0)) each();
  };
  signal.addEventListener("abort", stop, { once: true });
  await list.closed;
  stop();
  signal.removeEventListener("abort", stop);
}

function own(pi: ExtensionAPI, outputs: TaskOutputs): ChildSession[] {
  const ids = new Set(outputs.list().map(({ id }) => id));
  return pi.children.list().filter(({ id }) => ids.has(id));
}

function rowsOf(pi: ExtensionAPI, outputs: TaskOutputs): ListRow[] {
  return outputs.list().map((record) => {
    const child = pi.children.get(record.id);
    const status = child ? "running" : (record.status ?? "aborted");
    const doing = child ? doingText(child.state) : (record.status ?? "interrupted");
    const usage = child?.usage ?? record.usage;
    return {
      id: record.id,
      label: `${MARKS[status]} ${record.id}`,
      cells: [doing, ...(usage ? spentCells(usage) : [])],
      color: COLORS[status],
    };
  });
}

function spentCells({ tokens, cost, seconds }: ChildUsage): string[] {
  return [countText(tokens), cost > 0 ? costText(cost) : "", timeText(seconds)];
}

async function detailsOf(id: string, pi: ExtensionAPI, outputs: TaskOutputs): Promise<string> {
  const child = pi.children.get(id);
  const record = outputs.list().find((each) => each.id === id);
  const { agent = "", status = child ? "running" : "interrupted" } = record ?? {};
  const end = child ? "" : endText(record ?? {});
  const spent = spentText(child?.usage ?? record?.usage ?? {});
  const head = [agent, status, ...(spent ? [spent] : []), ...(end ? [neutralizeLine(end)] : [])].join(" · ");
  const file = child ? undefined : record && (await logOf(record, pi));
  const live = child && [...child.messages, ...(child.answer ? [child.answer] : [])];
  const messages = live ?? (file === undefined ? undefined : await readMessages(file));
  const text = messages ? transcriptText(messages) : ((await outputs.read(id)) ?? "Its log is not on the disk.");
  return `${head}\n\n${text}`;
}

async function logOf({ id, file }: TaskRecord, pi: ExtensionAPI): Promise<string | undefined> {
  return (await pi.children.records()).find((record) => record.id === id)?.file ?? file;
}
