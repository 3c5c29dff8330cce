import { rm } from "node:fs/promises";
import { SessionManager } from "@tau/agent/node";
import { sessionTitle } from "../../core/session/session-title.ts";
import { usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { flag, number } from "../option.ts";
import { readCommandLine } from "./command-line.ts";

const table = {
  all: flag({ group: "Session", short: "a", description: "Of every folder" }),
  json: flag({ group: "Output", description: "One JSON object a line" }),
  olderThan: number({ group: "Session", placeholder: "days", description: "Older than so many days (default 30)" }),
  delete: flag({ group: "Session", description: "Delete them; without it they are only listed" }),
} as const;

type SessionInfo = Awaited<ReturnType<typeof SessionManager.list>>[number];

const DAY_MS = 24 * 60 * 60 * 1000;

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(table, args);
  const [action = "list", ...rest] = words;
  const find = async (everywhere: boolean) =>
    everywhere ? await SessionManager.listAll() : await SessionManager.list(process.cwd());
  if (action === "list") list(await find(options.all ?? false), options);
  else if (action === "search" && rest.length > 0) {
    const found = (await find(options.all ?? false)).filter((session) => matches(session, rest));
    print(found, options);
  } else if (action === "gc") await collect(await find(true), options);
  else throw usageError("Usage: tau sessions [list | search <words> | gc] [--all] [--json]");
  return ExitCode.done;
}

function list(sessions: readonly SessionInfo[], options: { all?: true; json?: true }): void {
  print(sessions, options);
  if (sessions.length > 0 || options.json) return;
  const hint = options.all ? "" : " tau sessions list --all lists those of every folder.";
  process.stderr.write(`There is no session ${options.all ? "yet" : "of this folder"}.${hint}\n`);
}

function matches({ name = "", allMessagesText }: SessionInfo, words: readonly string[]): boolean {
  const text = `${name}\n${allMessagesText}`.toLowerCase();
  return words.every((word) => text.includes(word.toLowerCase()));
}

function print(sessions: readonly SessionInfo[], { json }: { json?: true }): void {
  for (const { allMessagesText: _, ...session } of sessions) {
    const title = sessionTitle(session).slice(0, 70);
    const day = session.modified.toISOString().slice(0, 16).replace("T", " ");
    const count = `${session.messageCountIsEstimate ? "~" : ""}${session.messageCount}`;
    const line = json ? JSON.stringify(session) : `${session.id}  ${day}  ${count.padStart(5)}  ${title}`;
    process.stdout.write(`${line}\n`);
  }
}

/** Never without being asked: the user's history is theirs. */
async function collect(
  sessions: readonly SessionInfo[],
  options: { olderThan?: number; delete?: true; json?: true },
): Promise<void> {
  const limit = Date.now() - (options.olderThan ?? 30) * DAY_MS;
  const old = sessions.filter(({ modified }) => modified.getTime() < limit);
  if (options.delete) for (const { path } of old) await rm(path, { force: true });
  print(old, options);
  const done = options.delete ? "deleted" : "would be deleted: add --delete";
  process.stderr.write(`${old.length} of ${sessions.length} sessions ${done}.\n`);
}
