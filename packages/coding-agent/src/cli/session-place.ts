import type { SessionServices } from "../core/session/session-services.ts";
import type { AppMode } from "./choose-mode.ts";
import type { Options } from "./options.ts";

/** Where a session is wanted, and how it was asked for. */
export interface SessionPlace {
  readonly services: SessionServices;
  readonly options: Options;
  readonly mode: AppMode;
}
