import { continueLog, openLog } from "@tau/agent/node";
import { printableLine, printLine, printNotice } from "../../core/output/print.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { navigationTarget } from "../../core/session/replace/tree-navigation.ts";
import { SessionSnapshots } from "../../core/snapshots/session-snapshots.ts";
import { SnapshotError } from "../../core/snapshots/snapshot.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { flag, text } from "../options/option.ts";
import { findSession } from "../sessions/find-session.ts";
import { sessionDirectory } from "../sessions/session-directory.ts";
import { readCommandLine } from "./command-line.ts";
import { commandSettings } from "./command-settings.ts";

const table = {
  files: flag({ group: "Session", description: "Files only: the conversation stays" }),
  redo: flag({ group: "Session", description: "Redo what was undone" }),
  skipConflicts: flag({ group: "Session", description: "Leave files that you changed meanwhile, undo the others" }),
  session: text({ group: "Session", placeholder: "path or id", description: "Default: the latest of this folder" }),
  sessionDir: text({ group: "Session", placeholder: "folder", description: "Where sessions are kept" }),
} as const;

/** How else a session of another process can be opened, which does not help to undo. */
const OTHER_WAYS = /Open it read-only.*$/;

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(table, args);
  if (words.length > 0)
    throw usageError("Usage: tau undo [--files] [--skip-conflicts] [--redo] [--session <path or id>]");
  const cwd = process.cwd();
  const settings = await commandSettings({}, cwd);
  const directory = sessionDirectory(options, { cwd, settings });
  const log =
    options.session === undefined
      ? continueLog(cwd, directory)
      : openLog((await findSession(options.session, { cwd, directory })).path, directory);
  try {
    const refused = log.getReadOnlyReason();
    if (refused) throw new CliError(refused.message.replace(OTHER_WAYS, "Use /undo there."), ExitCode.storage);
    const limits = () => ({
      maxFileBytes: settings.get("snapshots.maxFileBytes"),
      maxFiles: settings.get("snapshots.maxFiles"),
    });
    return await undo(new SessionSnapshots({ log, agentDir: getAgentDir(), limits }), log, options);
  } catch (error) {
    throw expected(error) ?? error;
  } finally {
    log.close();
  }
}

function expected(error: unknown): CliError | undefined {
  if (!(error instanceof SnapshotError)) return undefined;
  return new CliError(error.message, error.code === "restore-failed" ? ExitCode.storage : ExitCode.runFailed);
}

async function undo(
  snapshots: SessionSnapshots,
  log: ReturnType<typeof openLog>,
  { files, redo, skipConflicts }: { files?: true; redo?: true; skipConflicts?: true },
): Promise<number> {
  const move = async (entryId: string) => {
    const { leafId, editorText } = navigationTarget(log, entryId);
    if (leafId === null) log.resetLeaf();
    else log.branch(leafId);
    return editorText;
  };
  const done = redo
    ? await snapshots.redo({ move, skipConflicts })
    : await snapshots.undo({ scope: files ? "files" : "both", move, skipConflicts });
  for (const path of done.files) printLine(printableLine(path));
  if (done.isDone && done.files.length === 0) printNotice("No file had to change.");
  if (done.refusal !== undefined) printNotice(done.refusal);
  for (const path of done.leftOut) printNotice(`${printableLine(path)} was not recorded: it stays as it is.`);
  for (const path of done.unknown ?? [])
    printNotice(
      `${printableLine(path)} stays as it is: Tau was stopped in the middle of the run, and this change may be yours.`,
    );
  for (const { path, reason } of done.conflicts) printNotice(`${printableLine(path)} stays as it is: ${reason}.`);
  if (done.isDone) return ExitCode.done;
  throw new CliError("Nothing was undone. --skip-conflicts undoes the other files.", ExitCode.runFailed);
}
