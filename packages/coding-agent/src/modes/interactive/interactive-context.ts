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
  /** What to do with the prompt during a run. Default: steer. */
  readonly behavior?: "steer" | "followUp";
  /** Called when the prompt is queued in the session or about to start a run. */
  readonly onReached?: () => void;
}

/** What commands, keys and overlays may use. `session` and `services` may change: read them again after an await. */
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
  /** Sends a prompt, or queues it during a run. Shows an error in the transcript. */
  send(prompt: Prompt, options?: SendOptions): Promise<void>;
  /** Adds a line to the transcript that is not part of the session. */
  say(text: string, color?: NoteColor): void;
  /** Runs an action and shows in the transcript what it throws. */
  attempt(action: () => void | Promise<void>): Promise<void>;
  /** Adds a completion provider in front of the editor's. Returns a function that removes it. */
  readonly extendCompletion: (extend: AutocompleteProviderFactory) => () => void;
  /** Reads keybindings, settings, models and themes again. */
  reload(): Promise<void>;
  quit(): void;
  /** Notifies a user whose terminal is not focused. */
  notify(message: string): void;
  /** Sets the title of the terminal window. `undefined` restores the usual title. */
  setTitle(title: string | undefined): void;
}
