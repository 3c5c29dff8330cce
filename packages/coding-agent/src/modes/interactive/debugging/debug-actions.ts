import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { artifactDirectory } from "@tau/agent/node";
import { getCapabilities } from "@tau/tui";
import { getCacheDir, getLogsDir } from "../../../core/paths/index.ts";
import { VERSION } from "../../../version.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { writeDebugFile } from "./debug-file.ts";

/** An action that helps to find a problem. */
export interface DebugAction {
  readonly name: string;
  readonly description: string;
  run(context: InteractiveContext): void | Promise<void>;
}

const MEGABYTE = 1024 * 1024;

export const debugActions: readonly DebugAction[] = [
  {
    name: "dump",
    description: "Write the screen and the session to a file",
    run: async (context) => {
      const path = await writeDebugFile(context);
      context.say(`Written to ${path}. It holds the conversation: look through it before you share it.`);
    },
  },
  {
    name: "system",
    description: "Show versions, terminal and what it can do",
    run: ({ screen }) => {
      const { terminal, mode } = screen.tui;
      const { images, trueColor, hyperlinks } = getCapabilities();
      const rows: [string, string][] = [
        ["Tau", VERSION],
        ["Node", `${process.version} on ${process.platform} ${process.arch}`],
        ["Terminal", `${process.env.TERM ?? "unknown"}, ${terminal.columns}x${terminal.rows}, ${mode}`],
        ["Colours", trueColor ? "all" : "256 or fewer"],
        ["Images", images ?? "none"],
        ["Links", hyperlinks ? "yes" : "no"],
        ["Keys", terminal.kittyProtocolActive ? "Kitty protocol" : "classic"],
      ];
      screen.showDefinitions({ title: "System", rows });
    },
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
    name: "logs",
    description: "Show where logs are; --debug writes them",
    run: async ({ services, say }) => {
      const folder = getLogsDir(services.agentDir);
      const files = await readdir(folder).catch(() => []);
      say(`${folder} holds ${files.length} ${files.length === 1 ? "file" : "files"}. tau --debug writes a log there.`);
    },
  },
  {
    name: "artifacts",
    description: "Show where long outputs of this session are kept",
    run: async ({ session, say }) => {
      if (session.sessionFile === undefined) return say("The session is kept in memory only: it has no files.");
      const folder = artifactDirectory(session.sessionFile);
      const files = await readdir(folder).catch(() => []);
      say(files.length === 0 ? `Nothing is kept in ${folder} yet.` : `${folder}\n  ${files.join("\n  ")}`);
    },
  },
  {
    name: "clear-cache",
    description: "Remove indexes and caches; they are made again",
    run: async ({ services, say }) => {
      const folder = getCacheDir(services.agentDir);
      const entries = await readdir(folder).catch(() => []);
      await Promise.all(entries.map((entry) => rm(join(folder, entry), { recursive: true, force: true })));
      say(`Removed what was in ${folder}.`);
    },
  },
];

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
