import type { SessionExtensions } from "../../core/extensions/session/session-extensions.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import { type TrustAnswer, type TrustDeciders, WorkspaceTrust } from "../../core/workspace/workspace-trust.ts";
import type { TrustPrompt } from "../../modes/interactive/trust/trust-prompt.ts";
import { extensionMode } from "../choose-mode.ts";
import { trustOverride } from "../options/resource-flags.ts";
import { type ExtensionArguments, loadExtensions } from "./open-extensions.ts";

/** Decides for the command line whether a folder is trusted: by flags, the user's extensions, and a question on the screen. */
export class FolderTrust {
  readonly decisions: WorkspaceTrust;
  /** Extensions that were already loaded to decide on the trust of a folder. */
  readonly loaded = new WeakMap<Workspace, SessionExtensions>();
  /** Asks on the session's screen. Before that screen exists, a separate one is opened for the question. */
  prompt: TrustPrompt | undefined;

  private readonly args: ExtensionArguments;

  constructor(args: ExtensionArguments) {
    this.args = args;
    this.decisions = new WorkspaceTrust({
      override: trustOverride(args.options),
      loadDeciders: (workspace) => this.loadDeciders(workspace),
      askExtensions: (workspace, deciders) => this.askExtensions(workspace, deciders),
      ...(args.mode === "interactive"
        ? {
            askUser: async (workspace, found, options, changed) =>
              (await this.promptFor(workspace)).ask({ cwd: workspace.cwd, found, changed }, options),
          }
        : {
            onLeftOut: async (found, changed) =>
              args.warn((await import("../../core/trust/protected-trust.ts")).leftOutText(found, changed)),
          }),
    });
  }

  private async loadDeciders(workspace: Workspace): Promise<TrustDeciders | undefined> {
    await workspace.resources.reloadExtensions();
    if (workspace.resources.getExtensionPaths().items.length === 0) return undefined;
    const extensions = await loadExtensions(workspace, this.args);
    this.loaded.set(workspace, extensions);
    return extensions.host;
  }

  private async askExtensions(workspace: Workspace, deciders: TrustDeciders): Promise<TrustAnswer | undefined> {
    const { cwd } = workspace;
    const { mode, warn } = this.args;
    const hasUI = mode === "interactive";
    const ui = hasUI
      ? (await this.promptFor(workspace)).ui
      : (await import("../../core/extensions/no-ui.ts")).createNoUi();
    const answer = await deciders.projectTrust({ cwd, mode: extensionMode(mode), hasUI, ui }, (failure) =>
      warn(`${failure.extensionPath} failed at ${failure.event}: ${failure.error}`),
    );
    return answer && { trusted: answer.trusted === "yes", remember: answer.remember ?? false };
  }

  private async promptFor(workspace: Workspace): Promise<TrustPrompt> {
    return this.prompt ?? (await import("../screen/trust-screen.ts")).createTrustScreen(workspace, this.args.options);
  }
}
