import type { TerminalColorScheme, TuiMode } from "@tau/tui";
import type { AgentSession } from "../core/session/agent-session.ts";
import type { Prompt } from "../core/session/prompt.ts";
import type { AgentSessionRuntime } from "../core/session/session-runtime.ts";
import { runInteractiveMode } from "../modes/interactive/interactive-mode.ts";
import { setCurrentTheme } from "../modes/interactive/parts/current-theme.ts";
import { chooseLook } from "../modes/interactive/terminal/terminal-look.ts";
import { ThemeChoice } from "../modes/interactive/theme/theme-choice.ts";
import { VERSION } from "../version.ts";
import { detectColorDepth } from "./color-depth.ts";
import { createTui } from "./create-tui.ts";
import { startExtensions } from "./start-extensions.ts";

export interface OpenScreenOptions {
  readonly prompts: readonly Prompt[];
  readonly useTheme: string | undefined;
  readonly signal: AbortSignal;
  /** Begin with the list of sessions. */
  readonly resume?: boolean | undefined;
  readonly tuiMode?: TuiMode | undefined;
  readonly plain?: boolean | undefined;
  readonly ascii?: boolean | undefined;
}

/** Opens the terminal's screen on the runtime; resolves when the user leaves it. */
export async function openScreen(
  runtime: AgentSessionRuntime,
  { prompts, useTheme, signal, resume, tuiMode, ...flags }: OpenScreenOptions,
): Promise<void> {
  const { settings } = runtime.services;
  const wishes = { ascii: settings.get("terminal.ascii"), plain: settings.get("terminal.plain") };
  const look = chooseLook({ flags, settings: wishes, env: process.env });
  const closed = new AbortController();
  const tui = await createTui({
    settings,
    mode: tuiMode ?? settings.getTuiMode(),
    look,
    onClose: () => closed.abort(),
  });
  const setting = useTheme ?? settings.getTheme();
  await startExtensions(runtime, { mode: "tui" });
  const themes = new ThemeChoice({
    setting,
    depth: look.plain ? "none" : detectColorDepth(process.env),
    scheme: schemeIn(process.env),
    others: () => runtime.services.resources.getThemes().themes.map(({ theme }) => theme),
  });
  setCurrentTheme(() => themes.current);
  await runInteractiveMode({
    runtime,
    tui,
    themes,
    prompts,
    signal: AbortSignal.any([signal, closed.signal]),
    welcome: welcome(runtime.session),
    voice: look.plain ? (await import("../modes/interactive/plain/plain-voice.ts")).createVoice(tui) : undefined,
    firstCommand: resume ? "/resume" : undefined,
  });
  const { session } = runtime;
  if (session.sessionFile !== undefined && session.messages.length > 0)
    process.stdout.write(`Go on with: tau -c, or tau --session ${session.sessionId}\n`);
}

/** Some terminals say in the environment which of their colours are the text and the background. */
function schemeIn({ COLORFGBG = "" }: NodeJS.ProcessEnv): TerminalColorScheme | undefined {
  const background = Number(COLORFGBG.split(";").at(-1) || Number.NaN);
  if (Number.isNaN(background)) return undefined;
  return background === 7 || background > 8 ? "light" : "dark";
}

function welcome(session: AgentSession): string {
  const { provider, id } = session.model;
  const hint =
    provider === "demo"
      ? 'No model is connected yet. Say "show me" for a short tour, or connect one: /login'
      : "Type a task. / lists the commands, @ names files, Escape stops, Ctrl+D leaves.";
  return `Tau ${VERSION} · ${provider}/${id}\n${hint}`;
}
