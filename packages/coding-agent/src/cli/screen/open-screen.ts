import { join } from "node:path";
import { formatDiagnostic } from "../../core/json-file/index.ts";
import { printableLine } from "../../core/output/print.ts";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import type { ThemeJson } from "../../core/themes/index.ts";
import { InteractiveMode, type InteractiveOptions } from "../../modes/interactive/interactive-mode.ts";
import { setCurrentTheme } from "../../modes/interactive/parts/current-theme.ts";
import { createTrustPrompt, type TrustPrompt } from "../../modes/interactive/trust/trust-prompt.ts";
import { keepCompiledSoon } from "../compile-cache.ts";
import type { Options } from "../options/options.ts";
import { createThemes } from "./create-themes.ts";
import { type CreateTuiOptions, createTui, terminalLook } from "./create-tui.ts";
import type { FollowedThemes } from "./follow-theme-file.ts";
import { welcomeText } from "./welcome.ts";

export interface OpenScreenOptions
  extends Pick<InteractiveOptions, "prompts" | "takePrompt" | "onReload">,
    Pick<CreateTuiOptions, "terminal" | "exitOutput"> {
  readonly signal: AbortSignal;
  readonly options: Options;
  /** Called when this screen can ask whether folders are trusted. */
  readonly onPrompt?: (prompt: TrustPrompt) => void;
}

/** Opens the screen for the runtime. Resolves when the user leaves it. */
export async function openScreen(runtime: SessionRuntime, options: OpenScreenOptions): Promise<void> {
  await (await prepareScreen(runtime, options)).run();
}

export interface PreparedScreen {
  readonly mode: InteractiveMode;
  /** Opens the screen. Resolves when the user leaves it. */
  run(): Promise<void>;
}

/** Creates the screen without opening it. */
export async function prepareScreen(
  runtime: SessionRuntime,
  { signal, options, onPrompt, terminal, exitOutput, ...given }: OpenScreenOptions,
): Promise<PreparedScreen> {
  const { settings } = runtime.services;
  const { useTheme, resume, tuiMode } = options;
  const look = terminalLook(settings, options);
  const closed = new AbortController();
  const tui = await createTui(settings, {
    mode: tuiMode ?? settings.get("tuiMode"),
    look,
    onClose: () => closed.abort(),
    terminal,
    exitOutput,
  });
  const fresh = new Map<string, ThemeJson>();
  const resources = () => runtime.services.resources;
  const others = () => [
    ...fresh.values(),
    ...resources()
      .getThemes()
      .themes.map(({ theme }) => theme),
  ];
  const themes = createThemes(settings, { useTheme, look, others });
  setCurrentTheme(() => themes.current);
  const mode = new InteractiveMode({
    ...given,
    runtime,
    tui,
    themes,
    signal: AbortSignal.any([signal, closed.signal]),
    welcome: () => welcomeText(runtime, options),
    voice: look.plain ? (await import("../../modes/interactive/plain/plain-voice.ts")).createVoice(tui) : undefined,
    firstCommand: resume ? "/resume" : undefined,
  });
  onPrompt?.(createTrustPrompt({ tui, themes, keymap: mode.keymap, notify: (message) => mode.say(message) }));
  const leaving = AbortSignal.any([signal, closed.signal]);
  const setting = useTheme ?? settings.get("theme");
  const followed = {
    themes,
    resources,
    fresh,
    setting,
    folder: join(runtime.services.agentDir, "themes"),
    signal: leaving,
  };
  const run = async () => {
    const left = mode.run();
    // The first frame is already scheduled, so this runs after it.
    setImmediate(() => void mode.attempt(() => afterFirstPaint(mode, followed)));
    await left;
    const { session } = runtime;
    // What remains of a worktree is decided next, and said then.
    if (session.sessionFile !== undefined && session.hasMessages && options.worktree === undefined)
      (terminal ?? process.stdout).write(
        `Continue with: tau -c, or tau --session ${printableLine(session.sessionId)}\n`,
      );
  };
  return { mode, run };
}

/** Returns names of themes that were not found: the file may be gone, or may have been skipped for a mistake in it. */
function unknownThemes({ themes, setting }: FollowedThemes): string[] {
  const known = themes.names();
  return [...new Set(setting.split("/"))].filter((name) => !known.includes(name)).map((name) => `"${name}"`);
}

/** Does the work that can wait until the first frame is drawn. */
async function afterFirstPaint(
  { runtime, screen, session, services, say }: InteractiveMode,
  followed: FollowedThemes,
): Promise<void> {
  const [{ showNews }, { describeMachine }] = await Promise.all([import("./show-news.ts"), import("./first-run.ts")]);
  keepCompiledSoon();
  (await import("./follow-theme-file.ts")).followThemeFile(followed);
  (await import("../../core/settings/follow-settings-files.ts")).followSettingsFiles(() => runtime.services.settings, {
    signal: followed.signal,
    onReload: (settings) => {
      for (const problem of settings.diagnostics()) say(formatDiagnostic(problem), "warning");
      for (const { path, scope, error } of settings.drainErrors()) say(`${path ?? scope}: ${error.message}`, "warning");
    },
  });
  const unknown = unknownThemes(followed);
  if (unknown.length > 0)
    say(
      `There is no theme ${unknown.join(" or ")}; using ${followed.themes.current.name}. /theme shows all.`,
      "warning",
    );
  if (!session.hasMessages) {
    const found = await describeMachine(services);
    if (found !== undefined) say(found);
    await showNews(screen, services);
  }
  const isSubscription = session.model.provider === "anthropic" && services.models.isUsingOAuth(session.model);
  if (isSubscription && services.settings.get("warnings.anthropicExtraUsage"))
    say(
      "This subscription may bill extra for use outside its own programs. /settings turns this warning off.",
      "warning",
    );
}
