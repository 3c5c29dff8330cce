import { ProcessTerminal, TuiMainScreen } from "@tau/tui";
import type { AgentSession } from "../core/session/agent-session.ts";
import type { Prompt } from "../core/session/prompt.ts";
import { findBuiltInTheme, Theme, type ThemeJson } from "../core/themes/index.ts";
import { runInteractiveMode } from "../modes/interactive/interactive-mode.ts";
import { VERSION } from "../version.ts";
import { detectColorDepth } from "./color-depth.ts";

/** Opens the terminal's screen on the session; resolves when the user leaves it. */
export async function openScreen(
  session: AgentSession,
  options: { prompts: readonly Prompt[]; themeName: string | undefined; signal: AbortSignal },
): Promise<void> {
  const tui = new TuiMainScreen(new ProcessTerminal());
  const json = findBuiltInTheme(options.themeName ?? "dark") ?? (findBuiltInTheme("dark") as ThemeJson);
  await runInteractiveMode({
    session,
    tui,
    theme: new Theme(json, detectColorDepth(process.env)),
    prompts: options.prompts,
    signal: options.signal,
    welcome: welcome(session),
  });
  const file = session.sessionManager.getSessionFile();
  if (file !== undefined && session.messages.length > 0) process.stdout.write("Go on with: tau -c\n");
}

function welcome(session: AgentSession): string {
  const { provider, id } = session.model;
  const hint =
    provider === "demo"
      ? 'No model is connected yet. Say "show me" for a short tour, or set a key such as ANTHROPIC_API_KEY and start again.'
      : "Type a task. / lists the commands, @ names files, Escape stops, Ctrl+D leaves.";
  return `Tau ${VERSION} · ${provider}/${id}\n${hint}`;
}
