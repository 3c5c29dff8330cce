import type { Model } from "@tau/ai";
import type { SessionExtensions } from "../../extensions/session/session-extensions.ts";
import { chooseMode, openMode } from "../../tools/edit/edit-modes/index.ts";
import type { SummarizedFiles } from "../../tools/summarized-files.ts";
import type { ToolPorts } from "../../tools/tool-ports.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { SessionOperations } from "./make-tools.ts";
import type { ToolSet } from "./tool-set.ts";

/** The mode of `edit` in a session. Empty while the default mode is used. */
export interface EditingState {
  mode?: string;
  /** Restores the default `edit`. */
  takeBack?: (() => void) | undefined;
  /** The ports of extensions, together with the decorator of the mode. */
  ports?: (() => ToolPorts) | undefined;
}

export interface EditModeParts {
  readonly tools: ToolSet;
  readonly services: Pick<Workspace, "cwd" | "settings">;
  readonly extensions: SessionExtensions | undefined;
  readonly editing: EditingState;
  readonly operations?: SessionOperations | undefined;
  readonly summarized: SummarizedFiles;
}

export interface ModeHints {
  /** Whether the model was trained on the format `apply_patch`. */
  readonly isTrained: boolean;
  /** The mode from the environment. */
  readonly variant: string | undefined;
}

/** Switches `edit`, and the output of `read` and `grep`, to the mode that is wanted now. */
export function useEditMode(
  { tools, editing, services, extensions, operations, summarized }: EditModeParts,
  { provider, id }: Model,
  { isTrained, variant }: ModeHints,
): void {
  const auto = isTrained && !isWatched(extensions) ? "apply_patch" : "replace";
  const mode = chooseMode(`${provider}/${id}`, services.settings, { auto, variant });
  if (mode === (editing.mode ?? "replace")) return;
  editing.takeBack?.();
  const { remote, change } = operations ?? {};
  const absorbInserts = () => services.settings.get("edit.absorbInserts") === true;
  const { home, versionSource } = remote ?? {};
  const allowsGenerated = () => services.settings.get("edit.allowGenerated") === true;
  const place = { operations: change, summarized, home, versionSource, absorbInserts, allowsGenerated };
  const opened = tools.get("edit") && openMode(mode, remote?.cwd ?? services.cwd, place);
  const decorator = opened?.decorator;
  editing.mode = mode;
  editing.takeBack = opened && tools.register(opened);
  editing.ports =
    decorator &&
    (() => {
      const { schemes = [], readers = [], decorators = [] } = extensions?.host?.generation.toolPorts ?? {};
      return { schemes, readers, decorators: [...decorators, decorator] };
    });
}

/** Whether an extension inspects tool calls: it expects the usual arguments of `edit`. */
function isWatched(extensions: SessionExtensions | undefined): boolean {
  const loaded = extensions?.host?.generation.extensions ?? [];
  return loaded.some(({ handlers, sourceInfo }) => handlers.has("tool_call") && sourceInfo.source !== "builtin");
}
