import type { AgentSession } from "../core/session/agent-session.ts";
import type { Prompt } from "../core/session/prompt.ts";
import type { AgentSessionRuntime } from "../core/session/session-runtime.ts";
import { InteractiveMode } from "../modes/interactive/interactive-mode.ts";
import { setCurrentTheme } from "../modes/interactive/parts/current-theme.ts";
import { createTrustPrompt } from "../modes/interactive/trust/trust-prompt.ts";
import { VERSION } from "../version.ts";
import { createThemes } from "./create-themes.ts";
import { createTui, terminalLook } from "./create-tui.ts";
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
  const look = terminalLook(settings, opening.options);
  const closed = new AbortController();
  const mode = tuiMode ?? settings.getTuiMode();
  const tui = await createTui(settings, { mode, look, onClose: () => closed.abort() });
  await startExtensions(runtime, { mode: "tui" });
  const others = () => runtime.services.resources.getThemes().themes.map(({ theme }) => theme);
  const themes = createThemes(settings, { useTheme, look, others });
  setCurrentTheme(() => themes.current);
  const screen = new InteractiveMode({
    runtime,
    tui,
    themes,
    prompts,
    signal: AbortSignal.any([signal, closed.signal]),
    welcome: welcome(runtime.session),
    findings: async () => await (await import("./first-run.ts")).describeMachine(runtime.services),
    voice: look.plain ? (await import("../modes/interactive/plain/plain-voice.ts")).createVoice(tui) : undefined,
    firstCommand: resume ? "/resume" : undefined,
  });
  const notify = (message: string) => screen.say(message);
  opening.prompt = createTrustPrompt({ tui, themes, keymap: screen.keymap, notify });
  await screen.run();
  const { session } = runtime;
  if (session.sessionFile !== undefined && session.messages.length > 0)
    process.stdout.write(`Go on with: tau -c, or tau --session ${session.sessionId}\n`);
}

function welcome(session: AgentSession): string {
  const { provider, id } = session.model;
  const hint =
    provider === "demo"
      ? 'No model is connected yet: /login connects one. Say "show me" for a tour.'
      : "Type a task. / lists the commands, @ names files, Escape stops, Ctrl+D leaves.";
  return `Tau ${VERSION} · ${provider}/${id}\n${hint}`;
}
