import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeHeapSnapshot } from "node:v8";
import { makeFolder } from "@tau/agent/make-folder";
import { artifactDirectory } from "@tau/agent/node";
import { getCacheDir, getLogsDir } from "../../../core/paths/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { choose } from "../overlays/choose.ts";
import { confirm } from "../overlays/confirm.ts";
import { recordProfile } from "./cpu-profile.ts";
import { writeDebugFile } from "./debug-file.ts";
import { flameGraph } from "./flame-graph.ts";
import { readLogLines } from "./log-lines.ts";
import { oldArtifactFolders, removeArtifacts } from "./old-artifacts.ts";
import { rawEventsOf } from "./raw-events.ts";
import { type Bundle, writeBundle } from "./report-bundle.ts";
import { showLines } from "./show-lines.ts";
import { megabytes, systemFacts } from "./system-facts.ts";

/** An action that helps to find a problem. */
export interface DebugAction {
  readonly name: string;
  readonly description: string;
  run(context: InteractiveContext): void | Promise<void>;
}

const WORK_SECONDS = 30;
const OLD_DAYS = 30;

export const debugActions: readonly DebugAction[] = [
  {
    name: "dump",
    description: "Write the session, its outputs, logs and system to one archive",
    run: async (context) => sayBundle(context, await writeBundle(context)),
  },
  {
    name: "transcript",
    description: "Write the screen and the messages to a text file",
    run: async (context) => {
      const path = await writeDebugFile(context);
      context.say(`Written to ${path}. It contains the conversation: review it before you share it.`);
    },
  },
  {
    name: "system",
    description: "Show versions, machine, terminal and environment",
    run: (context) => context.screen.showDefinitions({ title: "System", rows: systemFacts(context) }),
  },
  {
    name: "memory",
    description: "Show memory and time used",
    run: ({ screen, session }) => {
      const { rss, heapUsed, external } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const rows: [string, string][] = [
        ["Resident", megabytes(rss)],
        ["Heap", megabytes(heapUsed)],
        ["Outside the heap", megabytes(external)],
        ["Running for", `${Math.round(process.uptime())} s, ${((user + system) / 1e6).toFixed(1)} s of a core`],
        ["Messages", String(session.messages.length)],
        ["Frames drawn whole", String(screen.tui.fullRedraws)],
      ];
      screen.showDefinitions({ title: "Memory and time", rows });
    },
  },
  {
    name: "heap",
    description: "Write a heap snapshot for the developer tools; Tau pauses meanwhile",
    run: async (context) => {
      const yes = "Write it";
      const title = "A heap snapshot holds everything in memory, keys included, and takes seconds. Write one?";
      if (!(await confirm(context, { title, yes }))) return;
      const path = writeHeapSnapshot(await inLogs(context, "heapsnapshot"));
      context.say(`Written to ${path}. Open it in the memory tab of Chromium's developer tools. Do not share it.`);
    },
  },
  {
    name: "performance",
    description: "Record what Tau computes until you press a key, and pack it with the session",
    run: async (context) => {
      const choices = [{ value: true, label: "Stop" }];
      const profile = await recordProfile(choose(context, { title: "Recording. Enter or Escape stops.", choices }));
      const content = JSON.stringify(profile);
      const files = [
        { name: "tau.cpuprofile", content },
        { name: "flame-graph.svg", content: flameGraph(profile) },
      ];
      sayBundle(context, await writeBundle(context, files));
    },
  },
  {
    name: "work",
    description: `Record the next ${WORK_SECONDS} seconds as a flame graph`,
    run: async (context) => {
      context.say(`Recording for ${WORK_SECONDS} seconds. Continue working meanwhile.`);
      const profile = await recordProfile(sleep(WORK_SECONDS * 1000, undefined, { ref: false }));
      const path = await inLogs(context, "svg");
      await writeFile(path, flameGraph(profile), { mode: 0o600 });
      context.say(`Written to ${path}. Open it in a browser.`);
    },
  },
  {
    name: "logs",
    description: "Read the logs that --debug writes",
    run: async (context) => {
      const folder = getLogsDir(context.services.agentDir);
      const { lines, isCut } = await readLogLines(context.services.agentDir);
      const shown = lines.map(({ text }, index) => ({ id: String(index), label: text, text })).toReversed();
      const title = `Logs: ${lines.length} lines, the newest first${isCut ? "; older ones are in the files" : ""}`;
      const empty = `${folder} holds no log. tau --debug writes one.`;
      await showLines(context, { title, empty, lines: () => shown });
    },
  },
  {
    name: "raw-sse",
    description: "Watch what the provider sends, event by event, from now on",
    run: async (context) => {
      const recorded = rawEventsOf(context.session);
      const lines = () =>
        recorded.events
          .map(({ number, at, model, text }) => ({
            id: String(number),
            label: `${number} ${at.slice(11, 23)} ${text}`,
            text: `${at} ${model}\n${text}`,
          }))
          .toReversed();
      const empty = "No event has arrived yet. Close this, send a prompt, and open it again.";
      await showLines(context, { title: "Events of the provider, the newest first", empty, lines });
    },
  },
  {
    name: "artifacts",
    description: "Show where long outputs of this session are kept",
    run: async ({ session, say }) => {
      if (session.sessionFile === undefined) return say("The session is kept in memory only: it has no files.");
      const folder = artifactDirectory(session.sessionFile);
      // The journal is there for a crash, not to be read.
      const files = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith(".journal"));
      if (files.length === 0) return say(`Nothing is kept in ${folder} yet.`);
      say(`${folder}\n  ${files.join("\n  ")}`);
    },
  },
  {
    name: "clear-cache",
    description: `Remove caches, and outputs of sessions older than ${OLD_DAYS} days`,
    run: async (context) => {
      const { services, say } = context;
      const old = await oldArtifactFolders(services.agentDir, OLD_DAYS);
      const outputs = old.length === 0 ? "" : ` and the long outputs of ${old.length} old sessions`;
      const title = `Remove caches${outputs}? Conversations stay.`;
      if (!(await confirm(context, { title, yes: "Remove" }))) return;
      const folder = getCacheDir(services.agentDir);
      const entries = await readdir(folder).catch(() => []);
      await Promise.all(entries.map((entry) => rm(join(folder, entry), { recursive: true, force: true })));
      const removed = await removeArtifacts(old);
      say(
        `Removed what was in ${folder}${old.length === 0 ? "" : `, and ${removed} outputs of ${old.length} sessions`}.`,
      );
    },
  },
];

function sayBundle({ say }: InteractiveContext, { path, leftOut }: Bundle): void {
  const missing =
    leftOut.length === 0 ? "" : ` ${leftOut.length} parts could not be read; left-out.txt in it names them.`;
  say(`Written to ${path}.${missing} It contains the conversation: review it before you share it.`);
}

async function inLogs({ services }: InteractiveContext, ending: string): Promise<string> {
  const folder = getLogsDir(services.agentDir);
  makeFolder(folder, 0o700);
  return join(folder, `tau-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.${ending}`);
}
