import type { ExtensionAPI, ExtensionCommandContext } from "@tau/coding-agent";
import { askOf } from "./model-request.ts";
import { parseOptions } from "./parse-options.ts";
import { type CommitDialog, runCommit } from "./run-commit.ts";
import { PartialFailure } from "./write-commits.ts";

const STATUS = "commit";
/** Escape alone, as terminals send it. */
const ESCAPE = /^\x1b(?:\[27(?:;1(?::1)?)?u)?$/;

/** Runs `/commit`. */
export async function runSlashCommand(args: string, ctx: ExtensionCommandContext, pi: ExtensionAPI): Promise<void> {
  const { ui, model, modelRegistry, cwd } = ctx;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAsking = false;
  const asking = async <T>(ask: Promise<T>): Promise<T> => {
    isAsking = true;
    return await ask.finally(() => {
      isAsking = false;
    });
  };
  const dialog: CommitDialog = {
    show: (text) => ui.notify(text, "info"),
    progress: (text) => ui.setStatus(STATUS, `${text} (Escape stops)`),
    choose: async (question, answers) => await asking(ui.select(question, [...answers])),
    edit: async (text) => await asking(ui.editor("Edit the proposal", text)),
  };
  // In a dialog, Escape closes that.
  const withdraw = ui.onTerminalInput((data) => {
    if (isAsking || !ESCAPE.test(data)) return undefined;
    stopping.abort();
    return { consume: true };
  });
  try {
    const options = parseOptions(args.split(/\s+/).filter(Boolean));
    if (!ctx.hasUI && !options.yes && !options.dryRun)
      throw new Error(
        "There is no terminal to confirm the proposal on: add --yes to commit it, or --dry-run to see it.",
      );
    if (!model) throw new Error("Choose a model first: /model.");
    const ask = askOf(model, modelRegistry, signal);
    const { contextWindow } = model;
    await runCommit({ processes: pi.processes, cwd, ask, contextWindow, signal, dialog }, options);
  } catch (error) {
    const hasCommitted = error instanceof PartialFailure && error.made.length > 0;
    if (signal.aborted && !hasCommitted) ui.notify("Stopped. Nothing was committed.", "warning");
    else ui.notify(error instanceof Error ? error.message : String(error), "error");
  } finally {
    withdraw();
    ui.setStatus(STATUS, undefined);
  }
}
