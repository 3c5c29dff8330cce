import type { ExtensionAPI, ExtensionCommandContext } from "@tau/coding-agent";
import { askOf } from "./model-request.ts";
import { parseOptions } from "./parse-options.ts";
import { type CommitDialog, runCommit } from "./run-commit.ts";

const STATUS = "commit";

/** Runs `/commit`. */
export async function runSlashCommand(args: string, ctx: ExtensionCommandContext, pi: ExtensionAPI): Promise<void> {
  const { ui, model, modelRegistry, cwd } = ctx;
  const dialog: CommitDialog = {
    show: (text) => ui.notify(text, "info"),
    progress: (text) => ui.setStatus(STATUS, text),
    choose: async (question, answers) => await ui.select(question, [...answers]),
    edit: async (text) => await ui.editor("Commit message", text),
  };
  try {
    const options = parseOptions(args.split(/\s+/).filter(Boolean));
    if (!ctx.hasUI && !options.yes && !options.dryRun)
      throw new Error(
        "There is no terminal to confirm the proposal on: add --yes to commit it, or --dry-run to see it.",
      );
    if (!model) throw new Error("Choose a model first: /model.");
    const ask = askOf(model, modelRegistry);
    await runCommit({ processes: pi.processes, cwd, ask, contextWindow: model.contextWindow, dialog }, options);
  } catch (error) {
    ui.notify(error instanceof Error ? error.message : String(error), "error");
  } finally {
    ui.setStatus(STATUS, undefined);
  }
}
