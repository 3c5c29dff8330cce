import type {
  ExtensionCommandContextActions,
  ExtensionErrorListener,
  ExtensionMode,
  ExtensionUIContext,
} from "../../core/extensions/contract/index.ts";
import type { ChoiceOptions } from "../../core/session/model/model-choice.ts";
import type { SessionParts } from "../../core/session/session-parts.ts";
import type { SessionManager } from "./session-manager.ts";

/** How a program that owns a session stands in for a mode. */
export interface SdkExtensionBindings {
  readonly uiContext?: ExtensionUIContext;
  readonly mode?: ExtensionMode;
  readonly commandContextActions?: ExtensionCommandContextActions;
  /** Stops the run for an extension. Default: the session does. */
  readonly abortHandler?: () => void;
  readonly shutdownHandler?: () => void;
  readonly onError?: ExtensionErrorListener;
}

export interface ModelMutationOptions {
  /** Also the default of later sessions. */
  readonly persist?: boolean;
}

/** What a session is made of, by the names that programs use. */
export interface AgentSessionConfig extends Omit<SessionParts, "log"> {
  readonly sessionManager: SessionManager;
}

export type CycleDirection = "forward" | "backward";

export function choiceOptions({ persist = false }: ModelMutationOptions = {}): ChoiceOptions {
  return { keepDefault: !persist };
}
