import type { Workspace } from "../../core/workspace/workspace.ts";
import type { AppMode } from "../choose-mode.ts";
import type { Options } from "../options/options.ts";

/** Where a session is to be opened, and with which options. */
export interface SessionPlace {
  readonly services: Workspace;
  readonly options: Options;
  readonly mode: AppMode;
  /** The remote workspace of a new session. */
  readonly workspace?: string | undefined;
}
