import {
  collectUnused,
  listAllSessions,
  listDraftSessions,
  listProjectSessions,
  removeSession,
  type SessionInfo,
} from "@tau/agent/node";
import { errorText } from "../../core/error-text.ts";
import { printableLine, printExactly, printLine, printNotice } from "../../core/output/print.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { sessionTitle } from "../../core/session/log/session-title.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { flag, number, text } from "../options/option.ts";
import { sessionDirectory } from "../sessions/session-directory.ts";
import type { SelectedSession } from "./collect-sessions.ts";
import { readCommandLine } from "./command-line.ts";
import { commandSettings } from "./command-settings.ts";

const table = {
  all: flag({ group: "Session", short: "a", description: "Sessions of every folder" }),
  json: flag({ group: "Output", description: "One JSON object per line" }),
  sessionDir: text({ group: "Session", placeholder: "folder", description: "Where sessions are kept" }),
  olderThan: number({ group: "Session", placeholder: "days", description: "Older than this many days (default 30)" }),
  largerThan: number({ group: "Session", placeholder: "MB", description: "Larger than this many megabytes" }),
  delete: flag({ group: "Session", description: "Delete them; without it they are only listed" }),
} as const;

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(table, args);
  const [action = "list", ...rest] = words;
  const cwd = process.cwd();
  const directory = sessionDirectory(options, { cwd, settings: await commandSettings({}, cwd) });
  const find = async (everywhere: boolean) =>
    everywhere ? await listAllSessions(directory) : await listProjectSessions(cwd, directory);
  if (action === "list" && rest.length === 0) list(await find(options.all ?? false), options);
  else if (action === "search" && rest.length > 0) {
    const found = (await find(options.all ?? false)).filter((session) => matches(session, rest));
    print(found, options);
    if (found.length === 0 && !options.json) printNotice("No session contains these words.");
  } else if (action === "gc" && rest.length === 0)
    await collect(await find(true), await listDraftSessions(directory), options);
  else throw usageError("Usage: tau sessions [list | search <words> | gc] [--all] [--json]");
  return ExitCode.done;
}

function list(sessions: readonly SessionInfo[], options: { all?: true; json?: true }): void {
  print(sessions, options);
  if (sessions.length > 0 || options.json) return;
  const hint = options.all ? "" : " tau sessions list --all lists those of all folders.";
  printNotice(`There are no sessions ${options.all ? "yet" : "in this folder"}.${hint}`);
}

function matches({ name = "", allMessagesText }: SessionInfo, words: readonly string[]): boolean {
  const text = `${name}\n${allMessagesText}`.toLowerCase();
  return words.every((word) => text.includes(word.toLowerCase()));
}

function print(sessions: readonly SessionInfo[], { json }: { json?: true }): void {
  for (const { allMessagesText: _, ...session } of sessions) {
    // Keeps each session on one row, whatever text the file contains.
    const title = [...printableLine(sessionTitle(session))].slice(0, TITLE_WIDTH).join("");
    const day = session.modified.toISOString().slice(0, 16).replace("T", " ");
    const count = `${session.messageCountIsEstimate ? "~" : ""}${session.messageCount}`;
    if (json) printExactly(`${JSON.stringify(session)}\n`);
    else printLine(`${printableLine(session.id)}  ${day}  ${count.padStart(5)}  ${title}`);
  }
}

interface CollectOptions {
  sessionDir?: string;
  olderThan?: number;
  largerThan?: number;
  delete?: true;
  json?: true;
}

/** Lists old sessions. Deletes them only with `--delete`: the history belongs to the user. */
async function collect(
  sessions: readonly SessionInfo[],
  drafts: readonly SessionInfo[],
  options: CollectOptions,
): Promise<void> {
  const { selectSessions } = await import("./collect-sessions.ts");
  const { formatSize } = await import("../../core/output/format-size.ts");
  const old = await selectSessions([...sessions, ...drafts], options);
  const { done, failures } = options.delete ? await removeAll(old) : { done: old, failures: [] };
  print(
    done.map(({ session }) => session),
    options,
  );
  const size = formatSize(done.reduce((sum, { bytes }) => sum + bytes, 0));
  const what = options.delete ? "deleted" : "would be deleted: add --delete";
  const of = (all: readonly SessionInfo[]) =>
    `${done.filter(({ session }) => all.includes(session)).length} of ${all.length}`;
  const counted = `${of(sessions)} sessions${drafts.length > 0 ? ` and ${of(drafts)} drafts` : ""}`;
  printNotice(`${counted} (${size}) ${what}.`);
  // All session folders share these files, so cleaning up one folder given by `--session-dir` must not delete them.
  if (options.delete && options.sessionDir === undefined) {
    await collectLeftovers();
    const deleted = new Set(done.map(({ session }) => session.id));
    await collectRecordedFiles([...sessions, ...drafts].filter(({ id }) => !deleted.has(id)));
  }
  if (failures.length > 0) throw new CliError(failures.join("\n"), ExitCode.storage);
}

/** Deletes images that no session shows any more, and unfinished files of killed programs. */
async function collectLeftovers(): Promise<void> {
  const { formatSize } = await import("../../core/output/format-size.ts");
  const { blobs, unfinished, bytes, keptBlobs } = collectUnused();
  if (blobs + unfinished > 0)
    printNotice(`${blobs} unused images and ${unfinished} unfinished files (${formatSize(bytes)}) deleted.`);
  if (keptBlobs !== undefined) printNotice(`Unused images are kept: ${keptBlobs}`);
}

/** Deletes the files recorded for undo that belong to deleted sessions. */
async function collectRecordedFiles(sessions: readonly SessionInfo[]): Promise<void> {
  const { collectSnapshots } = await import("../../core/snapshots/collect.ts");
  const kept = new Set(sessions.map(({ id }) => id));
  const forks = sessions.flatMap(({ path, parentSessionPath }) => (parentSessionPath === undefined ? [] : [path]));
  const count = await collectSnapshots(getAgentDir(), { isThere: (id) => kept.has(id), forks });
  if (count > 0) printNotice(`The recorded files of ${count} ${count === 1 ? "session" : "sessions"} deleted.`);
}

/** Deletes the sessions one by one. A failure affects only that session. */
async function removeAll(old: readonly SelectedSession[]) {
  const done: SelectedSession[] = [];
  const failures: string[] = [];
  for (const each of old) {
    try {
      await removeSession(each.session.path);
      done.push(each);
    } catch (error) {
      failures.push(`${each.session.id} could not be deleted: ${errorText(error)}`);
    }
  }
  return { done, failures };
}

const TITLE_WIDTH = 70;
