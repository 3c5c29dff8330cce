import type { AgentSession } from "../core/session/agent-session.ts";
import type { Prompt } from "../core/session/prompt.ts";
import type { AgentSessionRuntime } from "../core/session/session-runtime.ts";
import { InteractiveMode } from "../modes/interactive/interactive-mode.ts";
import { setCurrentTheme } from "../modes/interactive/parts/current-theme.ts";
import { ThemeChoice } from "../modes/interactive/theme/theme-choice.ts";
import { createTrustPrompt } from "../modes/interactive/trust/trust-prompt.ts";
import { VERSION } from "../version.ts";
import { detectColorDepth } from "./color-depth.ts";
import { createTui } from "./create-tui.ts";
import type { FolderOpening } from "./open-folder.ts";
import { startExtensions } from "./start-extensions.ts";

export interface OpenScreenOptions {
  readonly prompts: readonly Prompt[];
  readonly signal: AbortSignal;
}

/** Opens the terminal's screen on the runtime; resolves when the user leaves it. */
export async function openScreen(
  runtime: AgentSessionRuntime,
  opening: FolderOpening,
  { prompts, signal }: OpenScreenOptions,
): Promise<void> {
  const { settings } = runtime.services;
  const { useTheme, resume, tuiMode } = opening.options;
  const tui = createTui(settings, tuiMode ?? settings.getTuiMode());
  const setting = useTheme ?? settings.getThemeSetting() ?? "light/dark";
  await startExtensions(runtime, { mode: "tui" });
  const themes = new ThemeChoice({
    setting,
    depth: detectColorDepth(process.env, settings.getTerminalCapabilityOverrides()),
    others: () => runtime.services.resources.getThemes().themes.map(({ theme }) => theme),
  });
  setCurrentTheme(() => themes.current);
  const mode = new InteractiveMode({
    runtime,
    tui,
    themes,
    prompts,
    signal,
    welcome: welcome(runtime.session),
    firstCommand: resume ? "/resume" : undefined,
  });
  opening.prompt = createTrustPrompt({ tui, themes, keymap: mode.keymap, notify: (message) => mode.say(message) });
  await mode.run();
  const { session } = runtime;
  if (session.sessionFile !== undefined && session.messages.length > 0)
    process.stdout.write(`Go on with: tau -c, or tau --session ${session.sessionId}\n`);
}

function welcome(session: AgentSession): string {
  const { provider, id } = session.model;
  const hint =
    provider === "demo"
      ? 'No model is connected yet. Say "show me" for a short tour, or connect one: /login'
      : "Type a task. / lists the commands, @ names files, Escape stops, Ctrl+D leaves.";
  return `Tau ${VERSION} · ${provider}/${id}\n${hint}`;
}
