import { writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { SubcommandContext } from "@tau/coding-agent";
import { collectSessions } from "./reading/collect-sessions.ts";
import { sessionFolder } from "./session-folder.ts";
import type { Stats } from "./stats.ts";
import { readArguments } from "./stats-arguments.ts";
import { summarize } from "./summarize.ts";
import { htmlPage } from "./views/html-page.ts";
import { textReport } from "./views/text-report.ts";

const WIDTH = 80;
const PROGRESS_EVERY = 200;

/** Runs `tau stats` and resolves to the exit code. */
export async function runStats(args: readonly string[], ctx: SubcommandContext): Promise<number> {
  const { days, isHere, json, html } = readArguments(args);
  const collected = await collectSessions({
    agentDir: ctx.resources.agentDir,
    sessionDir: sessionFolder(ctx.cwd, ctx.settings.get("sessionDir")),
    signal: ctx.signal,
    ...(process.stderr.isTTY ? { onProgress: showProgress } : {}),
  });
  const stats = summarize(collected, { days, today: new Date(), cwd: isHere ? ctx.cwd : undefined });
  if (json) ctx.print(JSON.stringify(stats, undefined, 2));
  else if (html !== undefined) ctx.print(await writePage(stats, resolve(ctx.cwd, html)));
  else {
    const { columns = WIDTH } = process.stdout;
    ctx.print(textReport(stats, { width: columns, home: homedir(), isAscii: process.env.TERM === "linux" }));
  }
  return 0;
}

async function writePage(stats: Stats, path: string): Promise<string> {
  // It names projects and models, so only the user may read it.
  await writeFile(path, htmlPage(stats, { home: homedir() }), { mode: 0o600 });
  return `Written to ${path}.`;
}

/** Says how far the first reading is. Later ones are done before it would show. */
function showProgress(done: number, total: number): void {
  if (total < PROGRESS_EVERY) return;
  if (done === total) process.stderr.write("\r\u001b[K");
  else if (done % PROGRESS_EVERY === 0) process.stderr.write(`\rReading sessions: ${done} of ${total}`);
}
