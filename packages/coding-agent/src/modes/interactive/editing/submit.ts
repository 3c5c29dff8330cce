import type { Prompt } from "../../../core/session/input/prompt.ts";
import type { UserBash } from "../../../core/session/input/user-bash.ts";
import { findCommand } from "../commands/precedence.ts";
import { quitCommand } from "../commands/quit.ts";
import { runCommand } from "../commands/run-command.ts";
import { unknownCommand } from "../commands/unknown-command.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { keyName } from "../keys/key-text.ts";

const GRACE_MS = 1000;
const COMMAND = /^\/(\S+)\s*([\s\S]*)$/;
/** Words that exit other programs. */
const LEAVING = /^\s*(?:exit|quit|:q|:wq|:q!)\s*$/i;
const BASH = /^(!!?)\s*([\s\S]+)$/;

/**
 * Handles a submitted text: a command of Tau, a shell command, or a prompt, which may consist of images only. During a run a prompt steers,
 * unless it is a follow-up.
 */
export async function submit(
  context: InteractiveContext,
  text: string,
  behavior: "steer" | "followUp" = "steer",
): Promise<void> {
  const { screen } = context;
  if (text.trim() === "") return;
  const unknown = unknownCommand(text, context);
  // The text stays in the editor, so that the user can correct it.
  if (unknown !== undefined) {
    screen.editor.setText(text);
    return context.say(unknown, "warning");
  }
  if (LEAVING.test(text) && !(await isToBeSent(context, text))) return;
  context.history.add(text);
  screen.editor.setText("");
  screen.showEnd();
  const [, name, argument = ""] = COMMAND.exec(text) ?? [];
  const command = findCommand(context.commands(), name);
  const [, mark, shell] = BASH.exec(text) ?? [];
  if (command?.run === quitCommand.run) return context.quit();
  const isShell = !command && mark !== undefined && shell !== undefined;
  const prefix = screen.prefixes.find(text.trimStart());
  if (prefix) {
    const said = text.trimStart().slice(prefix.prefix.length).trim();
    return await screen.during(`Running ${prefix.label}`, async (signal) => await prefix.run(said, { signal }));
  }
  const images = command || isShell ? [] : screen.draft.takeImages(text);
  const typed = { text, images };
  if (command) return await runCommand(context, command, { argument, typed });
  const { typedAhead, runtime } = context;
  if (isShell)
    return await typedAhead.run({ kind: "act", typed }, async () => {
      await runtime.lastingSession();
      await runShell(context, shell, mark === "!!");
    });
  await typedAhead.run({ kind: "words", typed }, async (onReached) => {
    await context.send(await withMentions(context, typed), { behavior, onReached });
  });
}

/** Asks whether a word that exits other programs is meant to exit Tau. Exits, or resolves to true if it is to be sent. */
async function isToBeSent(context: InteractiveContext, text: string): Promise<boolean> {
  const { choose } = await import("../overlays/choose.ts");
  const answer = await choose(context, {
    title: "Leave Tau?",
    choices: [
      { value: "leave", label: "Leave Tau", description: "the session is kept; /quit does the same" },
      { value: "send", label: `Send "${text.trim()}" to the model` },
    ],
  });
  if (answer === "leave") context.quit();
  return answer === "send";
}

/** Attaches mentioned files. Commands of extensions and templates get their text unchanged. */
async function withMentions({ session, say }: InteractiveContext, typed: Prompt): Promise<Prompt> {
  if (!typed.text.includes("@") || typed.text.startsWith("/")) return typed;
  const { attachMentions } = await import("./attach-mentions.ts");
  return await attachMentions(typed, session, (problem) => say(problem, "warning"));
}

/** Waits a moment for a running shell command, so that commands typed in quick succession run in order. Resolves to false if it takes longer. */
async function isFree(bash: UserBash): Promise<boolean> {
  while (bash.isRunning) {
    const grace = new Promise<boolean>((resolve) => setTimeout(resolve, GRACE_MS, false).unref());
    if (!(await Promise.race([bash.settled().then(() => true), grace]))) return false;
  }
  return true;
}

/** Runs a shell command. A private one (`!!`) is not sent to the model. */
async function runShell(
  { session, screen, say }: InteractiveContext,
  command: string,
  isPrivate: boolean,
): Promise<void> {
  if (!(await isFree(session.bash))) {
    screen.draft.prefill(`${isPrivate ? "!!" : "!"}${command}`);
    return say(`A command is running already. Press ${keyName("app.interrupt")} to stop it.`, "warning");
  }
  const view = screen.transcript.startBash(command, { isPrivate });
  try {
    const onChunk = (chunk: string) => view.append(chunk);
    view.finish(await session.bash.execute(command, { excludeFromContext: isPrivate, onChunk }));
  } catch (error) {
    view.finish({ output: "", exitCode: undefined, cancelled: true, truncated: false });
    throw error;
  } finally {
    screen.refreshJobs();
  }
}
