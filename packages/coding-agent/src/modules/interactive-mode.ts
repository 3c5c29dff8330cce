import type { Terminal } from "@tau/tui";
import { type PreparedScreen, prepareScreen } from "../cli/screen/open-screen.ts";
import type { AgentSessionRuntime, AgentSessionRuntimeDiagnostic } from "../compat/pi/index.ts";
import type { FullscreenExitOutput } from "../compat/pi/named-types.ts";
import { hasProtectedResources } from "../core/resources/index.ts";
import type { Prompt } from "../core/session/input/prompt.ts";
import type { SessionRuntime } from "../core/session/replace/session-runtime.ts";
import { ProjectTrustStore } from "../core/trust/index.ts";
import type { InteractiveMode as Screen } from "../modes/interactive/interactive-mode.ts";
import { type FirstMessages, promptsOf } from "./first-messages.ts";

export interface InteractiveModeOptions extends FirstMessages {
  /** Sent after `initialMessage`, one after the other. */
  readonly initialMessages?: readonly string[] | undefined;
  readonly tuiMode?: "regular" | "fullscreen" | undefined;
  /** Default: the terminal of this process. */
  readonly terminal?: Terminal | undefined;
  /** Shows everything that was found at the start, whatever the settings say. */
  readonly verbose?: boolean | undefined;
  /** Used instead of the theme of the settings. */
  readonly initialThemeSetting?: string | undefined;
  /** Problems that the program found at its start. */
  readonly startupDiagnostics?: readonly AgentSessionRuntimeDiagnostic[] | undefined;
  /** Why a model other than the session's is used, if the runtime does not say so itself. */
  readonly modelFallbackMessage?: string | undefined;
  /** Providers whose credentials the program has moved to `auth.json`. */
  readonly migratedProviders?: readonly string[] | undefined;
  /** A folder that had no resources of its own at the start. If a reload finds some, the folder is trusted permanently. */
  readonly autoTrustOnReloadCwd?: string | undefined;
}

export interface AvailableRelease {
  readonly version: string;
  readonly packageName?: string;
  readonly note?: string;
}

/** The terminal screen for a program's runtime. Messages sent before it opens are shown when it opens. */
export class InteractiveMode {
  private readonly runtime: SessionRuntime;
  private readonly options: InteractiveModeOptions;
  private readonly leave = new AbortController();
  private readonly prompts = Promise.withResolvers<readonly Prompt[]>();
  private readonly waiting: ((screen: Screen) => void)[] = [];
  private opening: Promise<Opened> | undefined;
  private screen: Screen | undefined;
  private asking: PromiseWithResolvers<string> | undefined;
  private exitOutput: FullscreenExitOutput | undefined;

  constructor({ core: runtime }: Pick<AgentSessionRuntime, "core">, options: InteractiveModeOptions = {}) {
    this.runtime = runtime;
    this.options = options;
    for (const { type, message } of options.startupDiagnostics ?? [])
      this.say(message, type === "info" ? "muted" : type);
    const moved = options.migratedProviders ?? [];
    if (moved.length > 0) this.showWarning(`Credentials were moved to auth.json: ${moved.join(", ")}.`);
    const { modelFallbackMessage } = options;
    if (modelFallbackMessage && !runtime.modelFallbackMessage) this.showWarning(modelFallbackMessage);
  }

  /** Opens the screen. Nothing is sent to the model before `run`. */
  async init(): Promise<void> {
    this.opening ??= this.open();
    await this.opening;
  }

  /** Sends the first messages and resolves when the user leaves, or `stop` is called. */
  async run(): Promise<void> {
    await this.init();
    this.prompts.resolve(promptsOf(this.options, this.options.initialMessages));
    await (await this.opening)?.left;
  }

  /** Resolves to the user's next input, which goes to the program instead of the session. Images are dropped. */
  getUserInput(): Promise<string> {
    this.asking ??= Promise.withResolvers();
    return this.asking.promise;
  }

  /** Redraws the conversation of the current session. */
  renderInitialMessages(): void {
    this.withScreen(({ screen }) => screen.showSession());
  }

  clearEditor(): void {
    this.withScreen(({ screen }) => screen.editor.setText(""));
  }

  showError(message: string): void {
    this.say(message, "error");
  }

  showWarning(message: string): void {
    this.say(message, "warning");
  }

  showNewVersionNotification({ version, packageName, note }: AvailableRelease): void {
    const what = packageName === undefined ? `Version ${version}` : `${packageName} ${version}`;
    this.say(note ? `${what} is out. ${note}` : `${what} is out.`, "warning");
  }

  showPackageUpdateNotification(packages: readonly string[]): void {
    this.say(`There are updates for ${packages.join(", ")}: tau update installs them.`, "warning");
  }

  /** `fullscreenExitOutput` overrides the setting for what stays on the terminal after fullscreen. */
  stop(fullscreenExitOutput?: FullscreenExitOutput): void {
    this.exitOutput = fullscreenExitOutput;
    this.leave.abort();
  }

  private async open(): Promise<Opened> {
    const { tuiMode, terminal, verbose, initialThemeSetting: useTheme } = this.options;
    const prepared: PreparedScreen = await prepareScreen(this.runtime, {
      prompts: this.prompts.promise,
      signal: this.leave.signal,
      terminal,
      exitOutput: () => this.exitOutput,
      takePrompt: (prompt) => this.take(prompt),
      onReload: () => this.trustAfterReload(),
      options: {
        ...(tuiMode === undefined ? {} : { tuiMode }),
        ...(verbose ? { verbose } : {}),
        ...(useTheme === undefined ? {} : { useTheme }),
      },
    });
    const left = prepared.run();
    this.screen = prepared.mode;
    for (const action of this.waiting.splice(0)) action(prepared.mode);
    return { left };
  }

  private take({ text }: Prompt): boolean {
    const { asking } = this;
    this.asking = undefined;
    asking?.resolve(text);
    return asking !== undefined;
  }

  private trustAfterReload(): void {
    const { cwd, agentDir } = this.runtime.services;
    if (cwd !== this.options.autoTrustOnReloadCwd || !hasProtectedResources(cwd)) return;
    const store = new ProjectTrustStore(agentDir);
    if (store.get(cwd) === null) store.set(cwd, true);
  }

  private say(message: string, color: "error" | "warning" | "muted"): void {
    this.withScreen((screen) => screen.say(message, color));
  }

  private withScreen(action: (screen: Screen) => void): void {
    if (this.screen) action(this.screen);
    else this.waiting.push(action);
  }
}

interface Opened {
  readonly left: Promise<void>;
}
