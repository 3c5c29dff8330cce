import type { ExtensionProcesses } from "@tau/coding-agent";
import { type Ask, propose } from "./ask-model.ts";
import { fromEdited, toEditable } from "./edit-proposal.ts";
import { Git } from "./git.ts";
import { type PendingChanges, readPendingChanges } from "./pending-changes.ts";
import { joined, type Proposal } from "./proposal.ts";
import { printable, showProposal } from "./show.ts";
import { mayWriteChangelog, stageChangelog, type WithChangelog } from "./stage-changelog.ts";
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
  const hasChangelog = await mayWriteChangelog(pending);
  const proposal = await makeProposal(pending, setup, { ...options, hasChangelog });
  const ready = await decide(pending, proposal, dialog, { ...options, hasChangelog });
  if (!ready) return false;
  const { commits } = ready.proposal;
  dialog.progress("Committing, with the hooks of the repository…");
  await refuseIfChanged(pending);
  ready.write();
  try {
    const { ids, changedByHooks } = await writeCommits(ready.pending, commits);
    const lines = ids.map((id, index) => `${id} ${commits[index]?.message.split("\n", 1)[0]}`);
    const hooks =
      changedByHooks.length > 0 ? `\nA hook changed what was shown: ${changedByHooks.map(printable).join(", ")}` : "";
    dialog.show(`Committed:\n${lines.join("\n")}${hooks}`);
  } catch (error) {
    ready.undo();
    throw error;
  }
  return true;
}

interface DecideOptions extends CommitOptions {
  /** Whether there is a changelog that entries can be added to. */
  readonly hasChangelog: boolean;
}

async function makeProposal(pending: PendingChanges, setup: CommitSetup, options: DecideOptions): Promise<Proposal> {
  const { git, files, begunMessage } = pending;
  const { dialog, contextWindow } = setup;
  dialog.progress(`Reading ${files.length === 1 ? "1 changed file" : `${files.length} changed files`}…`);
  const proposal = await propose(
    {
      ...{ files, begunMessage, instructions: options.instructions },
      history: (await git.maybe(["log", "-n", "20", "--no-merges", "--format=%s"])) ?? "",
      isOneCommit: options.single || pending.isOneCommit,
      wantsChangelog: options.hasChangelog,
      characters: Math.min(MAX_CHARACTERS, Math.floor((contextWindow / 2) * CHARACTERS_PER_TOKEN)),
      onProgress: (done, all) => dialog.progress(`Reading the changes: ${done} of ${all} requests…`),
    },
    setup.ask,
  );
  // The model may propose an entry without being asked for one.
  return options.hasChangelog ? proposal : { ...proposal, changelog: [] };
}

const COMMIT = "Commit";
const EDIT_MESSAGE = "Edit the message";
const EDIT = "Edit";
const ONE = "Make it one commit";
const NO = "Cancel";

/** Resolves to what the user agreed to, if anything, with the entries of the changelog staged. */
async function decide(
  pending: PendingChanges,
  proposal: Proposal,
  dialog: CommitDialog,
  options: DecideOptions,
): Promise<WithChangelog | undefined> {
  const ready = await stageChangelog(pending, proposal);
  dialog.show(showProposal(ready.pending, ready.proposal));
  if (options.dryRun) return undefined;
  if (options.yes) return ready;
  const isSplit = proposal.commits.length > 1;
  const edit = isSplit || options.hasChangelog ? EDIT : EDIT_MESSAGE;
  const answer = await dialog.choose("Commit this?", [COMMIT, edit, ...(isSplit ? [ONE] : []), NO]);
  if (answer === COMMIT) return ready;
  if (answer === ONE) return await decide(pending, joined(proposal), dialog, options);
  if (answer === edit) {
    const how = { files: pending.files, hasChangelog: options.hasChangelog };
    const text = await dialog.edit(toEditable(proposal, how));
    const edited = text === undefined ? undefined : fromEdited(text, proposal, how);
    if (text !== undefined && !edited) dialog.show("A message is missing: the proposal is as before.");
    return await decide(pending, edited ?? proposal, dialog, options);
  }
  dialog.show("Nothing was committed.");
  return undefined;
}
