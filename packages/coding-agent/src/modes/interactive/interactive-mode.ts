import { matchesKey, type TUI } from "@tau/tui";
import type { AgentSession } from "../../core/session/agent-session.ts";
import type { Prompt } from "../../core/session/prompt.ts";
import type { Theme } from "../../core/themes/index.ts";
import { slashCommands } from "./commands/index.ts";
import { keyActions } from "./keys/index.ts";
import { Screen } from "./screen/screen.ts";

export interface InteractiveOptions {
  readonly session: AgentSession;
  readonly tui: TUI;
  readonly theme: Theme;
  readonly prompts: readonly Prompt[];
  /** Closes the screen from outside, as a signal to the process does. */
  readonly signal: AbortSignal;
  /** Shown above an empty conversation. */
  readonly welcome: string;
}

/** Opens the screen and resolves when the user leaves. The session stays open: whoever made it closes it. */
export async function runInteractiveMode(options: InteractiveOptions): Promise<void> {
  const { session, tui, theme, prompts, signal, welcome } = options;
  const left = Promise.withResolvers<void>();
  const screen = new Screen({ tui, theme, session });
  const context = { session, screen, quit: () => left.resolve() };

  screen.transcript.load(session.messages);
  if (session.messages.length === 0) screen.transcript.note(welcome);
  const unsubscribe = session.subscribe((event) => screen.show(event));
  screen.editor.onSubmit = (text) => void submit(text, context);
  tui.addInputListener((data) => {
    const action = keyActions.find(({ keys }) => keys.some((key) => matchesKey(data, key)));
    return action?.run(context) ? { consume: true } : undefined;
  });
  signal.addEventListener("abort", () => left.resolve(), { once: true });
  tui.start();
  try {
    for (const prompt of prompts) void send(prompt, context);
    await left.promise;
  } finally {
    unsubscribe();
    screen.working.stop();
    tui.stop();
  }
}

type Context = Parameters<(typeof slashCommands)[number]["run"]>[0];

async function submit(text: string, context: Context): Promise<void> {
  const { screen } = context;
  if (text.trim() === "") return;
  screen.editor.addToHistory(text);
  screen.editor.setText("");
  const [, name, argument = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const command = slashCommands.find((candidate) => candidate.name === name);
  if (command) await command.run(context, argument);
  else await send({ text, images: [] }, context);
}

/** A prompt during a run steers it. What cannot be sent is said in the transcript and nothing is lost. */
async function send(prompt: Prompt, { session, screen }: Context): Promise<void> {
  try {
    await session.prompt(prompt.text, { images: prompt.images, streamingBehavior: "steer" });
  } catch (error) {
    screen.transcript.note(error instanceof Error ? error.message : String(error), "error");
    screen.tui.requestRender();
  }
}
