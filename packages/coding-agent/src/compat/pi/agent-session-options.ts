import type {
  ExtensionCommandContextActions,
  ExtensionErrorListener,
  ExtensionMode,
  ExtensionUIContext,
} from "../../core/extensions/contract/index.ts";
import type { ChoiceOptions } from "../../core/session/model/model-choice.ts";
import type { SessionParts } from "../../core/session/session-parts.ts";
import type { SessionManager } from "./session-manager.ts";

/** What a program passes to extensions when it owns a session itself, without a mode. */
export interface SdkExtensionBindings {
  readonly uiContext?: ExtensionUIContext;
  readonly mode?: ExtensionMode;
  readonly commandContextActions?: ExtensionCommandContextActions;
  /** Stops the run for an extension. By default the session stops it. */
  readonly abortHandler?: () => void;
  readonly shutdownHandler?: () => void;
  readonly onError?: ExtensionErrorListener;
}

export interface ModelMutationOptions {
  /** Also makes the choice the default of later sessions. */
  readonly persist?: boolean;
}

/** The parts of a session, under pi's names. */
export interface AgentSessionConfig extends Omit<SessionParts, "log"> {
  readonly sessionManager: SessionManager;
}

export type CycleDirection = "forward" | "backward";

export function choiceOptions({ persist = false }: ModelMutationOptions = {}): ChoiceOptions {
  return { keepDefault: !persist };
}
