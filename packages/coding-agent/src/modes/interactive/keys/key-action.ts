import type { KeyId } from "@tau/tui";
import type { AgentSession } from "../../../core/session/agent-session.ts";
import type { Screen } from "../screen/screen.ts";

/** What a key does, before the editor sees it. */
export interface KeyAction {
  readonly keys: readonly KeyId[];
  readonly description: string;
  /** Returns false where the key means nothing now and the editor may have it. */
  run(context: KeyContext): boolean;
}

export interface KeyContext {
  readonly session: AgentSession;
  readonly screen: Screen;
  quit(): void;
}
