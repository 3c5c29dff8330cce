import { ProcessTerminal, type TUI, TuiAltScreen, TuiMainScreen, type TuiMode } from "@tau/tui";
import type { AgentSession } from "../core/session/agent-session.ts";
import type { Prompt } from "../core/session/prompt.ts";
import type { AgentSessionRuntime } from "../core/session/session-runtime.ts";
import type { SettingsManager } from "../core/settings/index.ts";
import { runInteractiveMode } from "../modes/interactive/interactive-mode.ts";
import { setCurrentTheme } from "../modes/interactive/parts/current-theme.ts";
import { ThemeChoice } from "../modes/interactive/theme/theme-choice.ts";
import { VERSION } from "../version.ts";
import { detectColorDepth } from "./color-depth.ts";
import { startExtensions } from "./start-extensions.ts";

export interface OpenScreenOptions {
  readonly prompts: readonly Prompt[];
  readonly useTheme: string | undefined;
  readonly signal: AbortSignal;
  /** Begin with the list of sessions. */
  readonly resume?: boolean | undefined;
  readonly tuiMode?: TuiMode | undefined;
}

/** Opens the terminal's screen on the runtime; resolves when the user leaves it. */
export async function openScreen(
  runtime: AgentSessionRuntime,
  { prompts, useTheme, signal, resume, tuiMode }: OpenScreenOptions,
): Promise<void> {
  const { settings } = runtime.services;
  const tui = createTui(settings, tuiMode ?? settings.getTuiMode());
  const setting = useTheme ?? settings.getThemeSetting() ?? "light/dark";
  await startExtensions(runtime, { mode: "tui" });
  const themes = new ThemeChoice({
    setting,
    depth: detectColorDepth(process.env),
    others: () => runtime.services.resources.getThemes().themes.map(({ theme }) => theme),
  });
  setCurrentTheme(() => themes.current);
  await runInteractiveMode({
    runtime,
    tui,
    themes,
    prompts,
    signal,
    welcome: welcome(runtime.session),
    firstCommand: resume ? "/resume" : undefined,
  });
  const { session } = runtime;
  if (session.sessionFile !== undefined && session.messages.length > 0)
    process.stdout.write(`Go on with: tau -c, or tau --session ${session.sessionId}\n`);
}

function createTui(settings: SettingsManager, mode: TuiMode): TUI {
  const terminal = new ProcessTerminal();
  const showCursor = settings.getShowHardwareCursor();
  if (mode === "regular") return new TuiMainScreen(terminal, showCursor);
  const lines = settings.getFullscreenWheelScrollLines();
  return new TuiAltScreen(terminal, showCursor, undefined, {
    copyOnSelect: settings.getFullscreenCopyOnSelect(),
    exitOutput: settings.getFullscreenExitOutput() === "transcript" ? "document" : "none",
    ...(typeof lines === "number" ? { wheelScrollLines: lines } : {}),
  });
}

function welcome(session: AgentSession): string {
  const { provider, id } = session.model;
  const hint =
    provider === "demo"
      ? 'No model is connected yet. Say "show me" for a short tour, or connect one: /login'
      : "Type a task. / lists the commands, @ names files, Escape stops, Ctrl+D leaves.";
  return `Tau ${VERSION} · ${provider}/${id}\n${hint}`;
}
