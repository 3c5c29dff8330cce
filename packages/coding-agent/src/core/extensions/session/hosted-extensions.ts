import type { AgentSession } from "../../session/agent-session.ts";
import type { SessionStart } from "../../session/replace/session-runtime.ts";
import type { SessionHooks } from "../../session/session-hooks.ts";
import type { SessionServices } from "../../session/session-services.ts";
import type {
  ExtensionCommandContextActions,
  ExtensionErrorListener,
  ExtensionMode,
  ExtensionUIContext,
  SessionShutdownEvent,
} from "../contract/index.ts";
import type { ExtensionHost } from "./extension-host.ts";

/** What a mode brings: how the user is reached, and what commands may do with the session. */
export interface ExtensionBindings {
  readonly mode: ExtensionMode;
  readonly ui?: ExtensionUIContext | undefined;
  readonly commands?: ExtensionCommandContextActions | undefined;
  /** Stops the run for an extension. Default: the session does. */
  readonly abort?: (() => void) | undefined;
  /** Ends the program once it is idle. */
  readonly shutdown?: (() => void) | undefined;
  readonly onError?: ExtensionErrorListener | undefined;
}

/** At once, or when somebody is there who needs them. */
export type BindingsSource = ExtensionBindings | (() => ExtensionBindings | Promise<ExtensionBindings>);

export interface ToolSelection {
  /** Whether a tool is offered from the start; what it asks for itself is told. Absent: as it asks. */
  readonly isOn?: (name: string, byDefault: boolean) => boolean;
}

/** The extensions of a session as the session sees them: loaded, or only their manifests as long as nothing needs more. */
export interface HostedExtensions {
  readonly hooks: SessionHooks;
  /** Absent while they sleep. */
  readonly host: ExtensionHost | undefined;
  attach(session: AgentSession, selection?: ToolSelection): void;
  /** Tells the extensions that their session is there. Called once by the mode. */
  start(bindings: BindingsSource, start?: SessionStart): Promise<void>;
  /** Loads those that sleep. They hear of the session once `start` was called. */
  wake(): Promise<ExtensionHost>;
  /** Whether a text that begins with `/name` may be for one of them. One that reads all input may know more than it registered. */
  mayTake(name: string): boolean;
  shutdown(end: Omit<SessionShutdownEvent, "type">): Promise<void>;
  /** For the session that takes this one's place. */
  reopen(services?: SessionServices): Promise<HostedExtensions>;
}
