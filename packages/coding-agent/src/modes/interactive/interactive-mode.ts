import { setKeybindings, type TUI } from "@tau/tui";
import { errorText } from "../../core/error-text.ts";
import type { AutocompleteProviderFactory } from "../../core/extensions/index.ts";
import { getHistoryPath } from "../../core/paths/index.ts";
import { IdleCompaction } from "../../core/session/compaction/idle-compaction.ts";
import type { Prompt } from "../../core/session/input/prompt.ts";
import { followLogProblems, logProblems } from "../../core/session/log/log-problems.ts";
import type { SessionRuntime, SessionStart } from "../../core/session/replace/session-runtime.ts";
import type { Session } from "../../core/session/session.ts";
import { saveFailure } from "../../core/settings/index.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import type { SlashCommand } from "./commands/command.ts";
import { HANDED_OVER } from "./commands/handoff.ts";
import { slashCommands } from "./commands/index.ts";
import { shownCommands } from "./commands/precedence.ts";
import { createCompletion } from "./editing/completion.ts";
import { guardedCompletion } from "./editing/guarded-completion.ts";
import { PromptHistory } from "./editing/history/prompt-history.ts";
import { submit } from "./editing/submit.ts";
import { UnsentText } from "./editing/unsent-text.ts";
import { ScreenExtensions } from "./extension-ui/screen-extensions.ts";
import type { InteractiveContext, SendOptions } from "./interactive-context.ts";
import { createKeymap, type Keymap, loadKeymap } from "./keys/keymap.ts";
import { listenToKeys } from "./keys/listen-to-keys.ts";
import { presentMode } from "./keys/permission-keys.ts";
import { createNotices } from "./notify/index.ts";
import type { TerminalNotices } from "./notify/terminal-notices.ts";
import type { PlainVoice } from "./plain/plain-voice.ts";
import { CacheNotices } from "./screen/cache-notices.ts";
import { followSettings, lookOf } from "./screen/follow-settings.ts";
import type { NoteColor } from "./screen/note.ts";
import { Screen } from "./screen/screen.ts";
import { TypedAhead } from "./sessions/typed-ahead.ts";
import { takeConsole } from "./terminal/take-console.ts";
import { TerminalPalette } from "./theme/terminal-palette.ts";
import type { ThemeChoice } from "./theme/theme-choice.ts";

export interface InteractiveOptions {
  readonly runtime: SessionRuntime;
  readonly tui: TUI;
  readonly themes: ThemeChoice;
  /** A promise if a program opens the screen before it knows the prompts. */
  readonly prompts: readonly Prompt[] | Promise<readonly Prompt[]>;
  /** Closes the screen from outside, for example when the process gets a signal. */
  readonly signal: AbortSignal;
  /** Shown above an empty conversation. */
  readonly welcome?: (() => string | undefined) | undefined;
  /** Reads the output aloud for a screen reader, instead of drawing it. */
  readonly voice?: PlainVoice | undefined;
  /** Receives the user's prompt before the session. Returns `true` if the session must not get it. */
  readonly takePrompt?: ((prompt: Prompt) => boolean) | undefined;
  readonly onReload?: (() => void) | undefined;
  /** A command to run at once, such as the one that lists the sessions. */
  readonly firstCommand?: string | undefined;
}

/** The terminal screen of a runtime. Follows the current session and executes keys and commands. */
export class InteractiveMode implements InteractiveContext {
  readonly runtime: SessionRuntime;
  readonly screen: Screen;
  readonly themes: ThemeChoice;
  readonly keymap: Keymap;
  readonly history: PromptHistory;
  readonly typedAhead = new TypedAhead();
  private readonly options: InteractiveOptions;
  private readonly notices: TerminalNotices;
  private readonly idle: IdleCompaction;
  private readonly unsent: UnsentText;
  private readonly left = Promise.withResolvers<void>();
  private readonly completions = new Set<AutocompleteProviderFactory>();
  private readonly extensions = new ScreenExtensions(this);
  private unsubscribe: () => void = () => undefined;

  constructor(options: InteractiveOptions) {
    const { runtime, tui, themes } = options;
    this.options = options;
    this.runtime = runtime;
    this.themes = themes;
    const { agentDir, settings } = runtime.services;
    const loaded = loadKeymap(agentDir);
    this.keymap = createKeymap(loaded.bindings, agentDir);
    setKeybindings(this.keymap);
    this.screen = new Screen({
      tui,
      theme: () => themes.current,
      session: () => this.session,
      providerCount: () =>
        runtime.services.models.getProviders().filter((id) => runtime.services.models.isUsable(id)).length,
      permissions: () => `${presentMode(this)} mode`,
      thinking: settings.get("hideThinkingBlock") ? "hidden" : "shown",
      onLayout: (parts) => options.voice?.setParts(parts),
      // Drawn diagrams mean nothing to a listener.
      look: () => ({ ...lookOf(this.services.settings), ...(options.voice ? { mermaid: "off" as const } : {}) }),
      editor: {
        mode: settings.get("editorMode"),
        paddingX: settings.get("editorPaddingX"),
        autocompleteMaxVisible: settings.get("autocompleteMaxVisible"),
      },
    });
    this.history = new PromptHistory({
      path: getHistoryPath(agentDir),
      folder: () => this.services.cwd,
      editor: this.screen.editor,
      onProblem: (problem) => this.say(problem, "warning"),
    });
    this.typedAhead.onChange = () => this.screen.showWaiting(this.typedAhead.waiting);
    this.unsent = new UnsentText(this.screen.draft, () => this.session);
    this.notices = createNotices(this);
    this.idle = new IdleCompaction({ session: () => this.session, settings: () => this.services.settings });
    for (const problem of loaded.problems) this.say(problem, "warning");
  }

  get session(): Session {
    return this.runtime.session;
  }

  get services(): Workspace {
    return this.runtime.services;
  }

  /** Opens the screen and resolves when the user exits. Does not close the session; its creator does. */
  async run(): Promise<void> {
    const { tui, signal } = this.options;
    const bound = this.followSessions();
    this.followTheme();
    this.screen.editor.onSubmit = (text) => void this.attempt(() => submit(this, text));
    listenToKeys(this, { onInput: () => this.idle.touched(), onPress: () => this.unsent.touched() });
    signal.addEventListener("abort", this.quit, { once: true });
    tui.start();
    const releaseConsole = takeConsole();
    this.notices.refresh();
    setImmediate(() => {
      this.extensions.wakeUp();
      this.screen.refreshGit();
    });
    // Not awaited: an extension may take long and a question may stay open, but the user must be able to exit.
    void this.begin(bound);
    try {
      await this.left.promise;
    } finally {
      this.unsubscribe();
      this.notices.stop();
      this.idle.stop();
      this.screen.draft.takeBack(this.typedAhead.takeBack());
      this.unsent.close();
      this.history.close();
      this.screen.stop();
      tui.stop();
      releaseConsole();
    }
  }

  readonly commands = (): readonly SlashCommand[] => shownCommands(slashCommands, this);

  readonly send = async (prompt: Prompt, { behavior = "steer", onReached }: SendOptions = {}): Promise<void> => {
    if (this.options.takePrompt?.(prompt)) return;
    const session = await this.runtime.lastingSession();
    const { text, images } = prompt;
    const giveBack = () => this.screen.draft.takeBack({ steering: [text], followUp: [], images });
    const reason = session.log.getReadOnlyReason();
    if (reason) {
      giveBack();
      return this.say(reason.message, "warning");
    }
    let isTaken = false;
    const preflightResult = () => {
      isTaken = true;
      onReached?.();
    };
    await this.attempt(async () => {
      const options = { images, streamingBehavior: behavior, source: "interactive", preflightResult } as const;
      await session.prompt(text, options).finally(() => {
        if (!isTaken) giveBack();
      });
    });
  };

  readonly say = (text: string, color: NoteColor = "muted"): void => {
    this.screen.transcript.note(text, color);
    this.screen.tui.requestRender();
  };

  readonly attempt = async (action: () => void | Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      this.say(errorText(error), "error");
    }
  };

  readonly reload = async (): Promise<void> => {
    const { settings, models, resources, agentDir } = this.services;
    await this.services.trust?.decideBeforeReload(this.services, this.session.extensions?.host);
    await settings.reload();
    await models.refresh();
    if (!(await this.extensions.reload())) await resources.reload();
    const { bindings, problems } = loadKeymap(agentDir);
    this.keymap.setUserBindings(bindings);
    for (const problem of problems) this.say(problem, "warning");
    for (const { message } of this.runtime.diagnostics) this.say(message, "warning");
    this.themes.refresh();
    this.offerCompletions();
    this.options.onReload?.();
  };

  readonly extendCompletion = (extend: AutocompleteProviderFactory): (() => void) => {
    // Tries the provider first. One that throws is not kept, because it would fail in every later session.
    extend(createCompletion(this));
    this.completions.add(extend);
    this.offerCompletions();
    return () => {
      this.completions.delete(extend);
      this.offerCompletions();
    };
  };

  readonly quit = (): void => {
    this.extensions.end();
    this.left.resolve();
  };

  notify(message: string): void {
    this.notices.notify(message);
  }

  setTitle(title: string | undefined): void {
    this.notices.setTitle(title);
  }

  private async begin(bound: Promise<void>): Promise<void> {
    const { prompts, firstCommand } = this.options;
    await this.attempt(() => bound);
    await this.settleHeld();
    if (firstCommand !== undefined) await submit(this, firstCommand);
    for (const prompt of await prompts) void this.send(prompt);
  }

  /** Shows each session that replaces the current one, whether a key or an extension caused it. */
  private async followSessions(): Promise<void> {
    const { hooks } = this.runtime;
    const onReplaced = hooks.onReplaced?.bind(hooks);
    hooks.onReplacing = () => this.typedAhead.leaving();
    hooks.onReplaced = async (session, start) => {
      await this.bind(session, start);
      this.notices.refresh();
      await onReplaced?.(session, start);
      void this.settleHeld();
    };
    this.runtime.followHandoffs((problem) => {
      this.say(HANDED_OVER);
      if (problem) this.say(problem, "warning");
    });
    const welcome = this.session.hasMessages ? undefined : this.options.welcome?.();
    if (welcome !== undefined) this.screen.greet(welcome);
    await this.bind(this.session, { reason: "startup" });
  }

  private async settleHeld(): Promise<void> {
    if (this.session.log.getReadOnlyReason()?.code !== "locked") return;
    const { settleHeldSession } = await import("./sessions/held-session.ts");
    await this.attempt(() => settleHeldSession(this));
  }

  private async bind(session: Session, start: SessionStart): Promise<void> {
    this.unsubscribe();
    this.services.settings.onSaveFailure = (failure) => this.say(saveFailure(failure).message, "error");
    const cache = new CacheNotices();
    const unsubscribe = session.subscribe((event) => {
      this.unsent.handle(event);
      this.screen.show(event);
      this.notices.handle(event);
      this.idle.handle(event);
      this.options.voice?.hear(event);
      // An entry that cannot be written is not shown either. Without this message, it would look as if nothing had happened.
      if (event.type === "agent_settled" && session.storageFailure) this.say(session.storageFailure.message, "error");
      const cost = cache.describe(event);
      if (cost !== undefined && this.services.settings.get("showCacheMissNotices")) this.say(cost);
    });
    if (session.snapshots) session.snapshots.onProblem = (message) => this.say(message, "warning");
    session.permission.answer = async (question, signal) =>
      (await import("./overlays/permission-question.ts")).askPermission(this, question, signal);
    const unfollowSettings = followSettings(this.services.settings, this.screen, this.themes);
    const unfollowProblems = followLogProblems(session, (problem) => this.say(problem, "warning"));
    this.unsubscribe = () => {
      unsubscribe();
      unfollowSettings();
      unfollowProblems();
    };
    if (start.reason !== "startup" || session.hasMessages) this.screen.showSession();
    this.typedAhead.arrived();
    const recovered = this.recoverUnsent(session);
    // Problems with the first session were printed before the screen opened.
    if (start.reason !== "startup") for (const problem of logProblems(session.log)) this.say(problem, "warning");
    const { modelFallbackMessage } = this.runtime;
    if (modelFallbackMessage) this.say(modelFallbackMessage, "warning");
    this.offerCompletions();
    await recovered;
    if (!session.extensions) return;
    await this.extensions.start(session.extensions, start);
    this.offerCompletions();
  }

  /** Restores unsent text after a crash. Messages that move between files are written to the new one before they leave the old one. */
  private async recoverUnsent(session: Session): Promise<void> {
    const { draft } = this.screen;
    draft.onTakenBack = () => {
      this.unsent.save();
      session.journals.writeQueue();
    };
    const typed = this.unsent.recover();
    const waiting = await session.journals.takeLeft();
    if (!typed && !waiting) return;
    const { steering, followUp, images = [] } = waiting ?? { steering: [], followUp: [] };
    const { text = "", images: attached = [] } = typed ?? {};
    draft.takeBack({ steering, followUp: [...followUp, text], images: [...images, ...attached] });
    this.say(`What was ${waiting ? "waiting to be sent" : "not sent yet"} is back in the editor.`);
  }

  /** Sets up completion. Not for a screen reader, which would read the menu at every key. */
  private offerCompletions(): void {
    if (this.options.voice) return;
    const own = createCompletion(this);
    const all = [...this.completions].reduce((current, extend) => guardedCompletion(extend(current), current), own);
    this.screen.editor.setAutocompleteProvider(all);
  }

  private followTheme(): void {
    const { tui } = this.screen;
    this.themes.onChange = () => {
      tui.invalidate();
      tui.requestRender(true);
    };
    const palette = new TerminalPalette(tui, (colors) => this.themes.followColors(colors));
    tui.onTerminalColorSchemeChange((scheme) => {
      this.themes.follow(scheme);
      void palette.ask();
    });
    tui.setTerminalColorSchemeNotifications(true);
    // Only a started screen may query the terminal, and nothing waits for the answer. With a screen reader there are no colours to choose.
    if (!this.options.voice) setImmediate(() => void palette.ask());
  }
}
