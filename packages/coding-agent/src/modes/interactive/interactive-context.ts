import type { AutocompleteProviderFactory } from "../../core/extensions/index.ts";
import type { Prompt } from "../../core/session/input/prompt.ts";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import type { Session } from "../../core/session/session.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import type { SlashCommand } from "./commands/command.ts";
import type { PromptHistory } from "./editing/history/prompt-history.ts";
import type { Keymap } from "./keys/keymap.ts";
import type { NoteColor } from "./screen/note.ts";
import type { Screen } from "./screen/screen.ts";
import type { TypedAhead } from "./sessions/typed-ahead.ts";
import type { ThemeChoice } from "./theme/theme-choice.ts";

export interface SendOptions {
  /** What to do with it while a run is going on; it steers if absent. */
  readonly behavior?: "steer" | "followUp";
  /** Called when it waits in the session, or is about to begin a run. */
  readonly onReached?: () => void;
}

/** What commands, keys and overlays may use. `session` and `services` are those of the moment: ask again after an await. */
export interface InteractiveContext {
  readonly runtime: SessionRuntime;
  readonly session: Session;
  readonly services: Workspace;
  readonly screen: Screen;
  readonly themes: ThemeChoice;
  readonly keymap: Keymap;
  readonly history: PromptHistory;
  readonly typedAhead: TypedAhead;
  readonly commands: () => readonly SlashCommand[];
  /** Sends a prompt, or queues it while a run is going on. What goes wrong is said in the transcript. */
  send(prompt: Prompt, options?: SendOptions): Promise<void>;
  /** Adds a line to the transcript that is no part of the session. */
  say(text: string, color?: NoteColor): void;
  /** Runs an action and says in the transcript what it throws. */
  attempt(action: () => void | Promise<void>): Promise<void>;
  /** Puts something before what the editor offers to complete, until what is returned is called. */
  readonly extendCompletion: (extend: AutocompleteProviderFactory) => () => void;
  /** Reads keybindings, settings, models and themes again. */
  reload(): Promise<void>;
  quit(): void;
  /** Tells a user who looks at another window. */
  notify(message: string): void;
  /** Names the terminal's window, from now on; `undefined` brings the usual name back. */
  setTitle(title: string | undefined): void;
}
