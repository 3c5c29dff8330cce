import type { AgentSession } from "../../../core/session/agent-session.ts";
import type { Screen } from "../screen/screen.ts";

/** Something that is typed behind a slash. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  run(context: CommandContext, argument: string): void | Promise<void>;
}

export interface CommandContext {
  readonly session: AgentSession;
  readonly screen: Screen;
  quit(): void;
}
