import type { AgentTool } from "@tau/agent";
import type { SaidEffects } from "../../describe-call.ts";
import type { LineDecorator } from "../../tool-ports.ts";
import { applyPatchMode } from "./apply-patch/mode.ts";
import type { EditModeName } from "./choose-mode.ts";
import { createModeTool, type ModeToolOptions, modeEffects } from "./create-mode-tool.ts";
import type { EditMode } from "./edit-mode.ts";
import { hashlineMode } from "./hashline/mode.ts";
import { SeenVersions, type VersionSource } from "./hashline/versions.ts";
import { patchMode } from "./patch/mode.ts";
import { vimDecorator, vimMode } from "./vim/mode.ts";

export { chooseMode } from "./choose-mode.ts";

/** The `edit` tool in a mode, with the line decorator for `read` and `grep`. */
export interface OpenedMode {
  readonly tool: AgentTool;
  readonly snippet: string;
  readonly guidelines: readonly string[];
  readonly effects: SaidEffects;
  readonly decorator?: LineDecorator;
}

export interface OpenModeOptions extends ModeToolOptions {
  readonly versionSource?: VersionSource | undefined;
  /** Whether `hashline` removes repeated lines from insertions too. */
  readonly absorbInserts?: (() => boolean) | undefined;
}

/** Opens a mode. Returns `undefined` for the default mode, which is the tool itself. */
export function openMode(
  name: EditModeName,
  cwd: string,
  { versionSource, absorbInserts, ...options }: OpenModeOptions = {},
): OpenedMode | undefined {
  switch (name) {
    case "replace":
      return undefined;
    case "patch":
      return opened(patchMode, cwd, options);
    case "apply_patch":
      return opened(applyPatchMode, cwd, options);
    case "hashline": {
      const versions = new SeenVersions(versionSource);
      return { ...opened(hashlineMode(versions, absorbInserts), cwd, options), decorator: versions.decorator() };
    }
    case "vim": {
      const versions = new SeenVersions(versionSource);
      return { ...opened(vimMode(versions), cwd, options), decorator: vimDecorator(versions) };
    }
  }
}

function opened(mode: EditMode, cwd: string, options: ModeToolOptions): OpenedMode {
  const { promptSnippet: snippet, promptGuidelines: guidelines } = mode.prompt;
  return { tool: createModeTool(cwd, mode, options), snippet, guidelines, effects: modeEffects(mode, options.home) };
}
