import { errorText } from "../../../core/error-text.ts";
import { printableLine } from "../../../core/output/print.ts";
import type { PutBack, SessionSnapshots } from "../../../core/snapshots/session-snapshots.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { choose } from "../overlays/choose.ts";

export type PutBackScope = "conversation" | "files" | "both";

const SHOWN = 10;

/** Resolves to undefined, after a message with the reason, if nothing can be undone now. */
export async function recordedFiles({ session, say }: InteractiveContext): Promise<SessionSnapshots | undefined> {
  await waitForRecord(session);
  if (!session.isIdle) return void say("A run is in progress. Stop it first, or wait for its end.", "warning");
  const isRemote = session.log.getHeader()?.workspace !== undefined;
  const reason = isRemote ? "the workspace is on another machine" : "the setting snapshots.enabled is off";
  if (!session.snapshots) return void say(`Files are not recorded: ${reason}.`, "warning");
  return await session.snapshots.get().load();
}

/** A run that has ended on the screen may still be recorded. */
async function waitForRecord(session: InteractiveContext["session"]): Promise<void> {
  if (session.snapshots?.made?.isEnding) await session.waitForIdle();
}

/** Restores files. If conflicts prevent it, asks whether to restore the others. Resolves to undefined if not. */
export async function putBack(
  context: InteractiveContext,
  run: (options: { skipConflicts: boolean }) => Promise<PutBack>,
): Promise<PutBack | undefined> {
  const { screen } = context;
  let done = await screen.during("Putting files back", () => run({ skipConflicts: false }));
  if (!done.isDone) {
    context.say(`Nothing was changed. In conflict with what you changed:\n${conflictLines(done)}`, "warning");
    const choices = [
      { value: false, label: "Cancel", description: "nothing changes" },
      { value: true, label: "The other files", description: "those in conflict stay as they are" },
    ];
    const wish = await choose(context, { title: "Some files cannot be put back", choices, labelWidth: 20 });
    if (!wish) return undefined;
    done = await screen.during("Putting files back", () => run({ skipConflicts: true }));
  }
  return done;
}

/** Reports which files were restored and which were not. */
export function reportPutBack(context: InteractiveContext, verb: string, done: PutBack): void {
  if (done.files.length === 0) context.say(`${verb}. No file had to change.`);
  else context.say(`${verb}. ${countOf(done.files)} changed: ${listOf(done.files)}`);
  if (done.unknown?.length)
    context.say(
      `Tau was stopped in the middle of that run. Changed since its last record, maybe by you, so left as they are: ${listOf(done.unknown)}`,
      "warning",
    );
  if (done.refusal !== undefined) context.say(done.refusal, "warning");
  if (done.leftOut.length > 0) context.say(`Not recorded, so left as they are: ${listOf(done.leftOut)}`, "warning");
}

/** Asks what to move to another place in the tree, if runs in between changed files. Resolves to undefined if the user cancels. */
export async function askScope(context: InteractiveContext, leafId: string | null): Promise<PutBackScope | undefined> {
  await waitForRecord(context.session);
  const files = await context.session.snapshots?.get().load();
  if (!files?.hasRunsUntil(leafId)) return "conversation";
  const choices: { value: PutBackScope; label: string; description: string }[] = [
    { value: "conversation", label: "Conversation", description: "files stay as they are" },
    { value: "both", label: "Conversation and files", description: "both as they were there" },
    { value: "files", label: "Files", description: "the conversation stays where it is" },
  ];
  return await choose(context, { title: "What goes there?", choices, labelWidth: 25 });
}

/** Resolves to true if the files were restored. */
export async function moveFiles(
  context: InteractiveContext,
  leafId: string | null,
  scope: PutBackScope,
): Promise<boolean> {
  const files = await recordedFiles(context);
  if (!files) return false;
  try {
    const done = await putBack(context, (options) => files.goTo(leafId, { ...options, isAlone: scope === "files" }));
    if (done) reportPutBack(context, "The files are as they were there", done);
    return done !== undefined;
  } catch (error) {
    context.say(errorText(error), "error");
    return false;
  }
}

function conflictLines({ conflicts }: PutBack): string {
  const shown = conflicts.slice(0, SHOWN).map(({ path, reason }) => `  ${printableLine(path)}: ${reason}`);
  return [...shown, ...(conflicts.length > SHOWN ? [`  and ${conflicts.length - SHOWN} more`] : [])].join("\n");
}

function countOf({ length }: readonly string[]): string {
  return `${length} ${length === 1 ? "file" : "files"}`;
}

function listOf(paths: readonly string[]): string {
  return (
    paths.slice(0, SHOWN).map(printableLine).join(", ") +
    (paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "")
  );
}
