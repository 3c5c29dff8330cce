import type { ExtensionProcesses } from "@tau/coding-agent";
import { type Ask, propose } from "./ask-model.ts";
import { Git } from "./git.ts";
import { type PendingChanges, readPendingChanges } from "./pending-changes.ts";
import { joined, type Proposal } from "./proposal.ts";
import { fromEdited, printable, showProposal, toEditable } from "./show.ts";
import { mayWriteChangelog, stageChangelog } from "./stage-changelog.ts";
import { refuseIfChanged, writeCommits } from "./write-commits.ts";

export interface CommitOptions {
  readonly all: boolean;
  readonly single: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly model: string | undefined;
  readonly instructions: string;
}

/** The user interface for showing and deciding on the proposal. */
export interface CommitDialog {
  show(text: string): void;
  progress(text: string): void;
  /** Resolves to undefined if the user chose none. */
  choose(question: string, answers: readonly string[]): Promise<string | undefined>;
  edit(text: string): Promise<string | undefined>;
}

export interface CommitSetup {
  readonly processes: ExtensionProcesses;
  readonly cwd: string;
  readonly ask: Ask;
  /** The context window of the model, in tokens. */
  readonly contextWindow: number;
  readonly signal?: AbortSignal | undefined;
  readonly dialog: CommitDialog;
}

/** The minimum number of diff characters per token. Half of the window is reserved for everything else. */
const CHARACTERS_PER_TOKEN = 1.5;
const MAX_CHARACTERS = 120_000;

/** Reads the changes, proposes commits, asks the user and commits. Resolves to whether something was committed. */
export async function runCommit(setup: CommitSetup, options: CommitOptions): Promise<boolean> {
  const { processes, cwd, signal, dialog } = setup;
  using pending = await readPendingChanges(new Git(processes, cwd, signal), options);
  if (pending.wasInterrupted)
    dialog.show("An earlier tau commit was interrupted: what was staged then is staged again.");
  const proposal = await makeProposal(pending, setup, options);
  const ready = await stageChangelog(pending, proposal);
  const agreed = await decide(ready.pending, ready.proposal, dialog, options);
  if (!agreed) return false;
  dialog.progress("Committing, with the hooks of the repository…");
  await refuseIfChanged(pending);
  ready.write();
  try {
    const { ids, changedByHooks } = await writeCommits(ready.pending, agreed.commits);
    const lines = ids.map((id, index) => `${id} ${agreed.commits[index]?.message.split("\n", 1)[0]}`);
    const hooks =
      changedByHooks.length > 0 ? `\nA hook changed what was shown: ${changedByHooks.map(printable).join(", ")}` : "";
    dialog.show(`Committed:\n${lines.join("\n")}${hooks}`);
  } catch (error) {
    ready.undo();
    throw error;
  }
  return true;
}

async function makeProposal(pending: PendingChanges, setup: CommitSetup, options: CommitOptions): Promise<Proposal> {
  const { git, files, begunMessage } = pending;
  const { dialog, contextWindow } = setup;
  dialog.progress(`Reading ${files.length === 1 ? "1 changed file" : `${files.length} changed files`}…`);
  const wantsChangelog = await mayWriteChangelog(pending);
  const proposal = await propose(
    {
      ...{ files, begunMessage, instructions: options.instructions },
      history: (await git.maybe(["log", "-n", "20", "--no-merges", "--format=%s"])) ?? "",
      isOneCommit: options.single || pending.isOneCommit,
      wantsChangelog,
      characters: Math.min(MAX_CHARACTERS, Math.floor((contextWindow / 2) * CHARACTERS_PER_TOKEN)),
      onProgress: (done, all) => dialog.progress(`Reading the changes: ${done} of ${all} requests…`),
    },
    setup.ask,
  );
  // The model may propose an entry without being asked for one.
  return wantsChangelog ? proposal : { ...proposal, changelog: [] };
}

const COMMIT = "Commit";
const EDIT = "Edit the message";
const EDIT_ALL = "Edit the messages";
const ONE = "Make it one commit";
const NO = "Cancel";

/** Resolves to the proposal that the user agreed to, if any. */
async function decide(
  pending: PendingChanges,
  proposal: Proposal,
  dialog: CommitDialog,
  { dryRun, yes }: Pick<CommitOptions, "dryRun" | "yes">,
): Promise<Proposal | undefined> {
  dialog.show(showProposal(pending, proposal));
  if (dryRun) return undefined;
  if (yes) return proposal;
  const isSplit = proposal.commits.length > 1;
  const answers = [COMMIT, isSplit ? EDIT_ALL : EDIT, ...(isSplit ? [ONE] : []), NO];
  const answer = await dialog.choose("Commit this?", answers);
  if (answer === COMMIT) return proposal;
  if (answer === ONE) return await decide(pending, joined(proposal), dialog, { dryRun, yes });
  if (answer === EDIT || answer === EDIT_ALL) {
    const text = await dialog.edit(toEditable(proposal, pending.files));
    const edited = text === undefined ? undefined : fromEdited(text, proposal);
    if (text !== undefined && !edited) dialog.show("A message is missing: the proposal is as before.");
    return await decide(pending, edited ?? proposal, dialog, { dryRun, yes });
  }
  dialog.show("Nothing was committed.");
  return undefined;
}
