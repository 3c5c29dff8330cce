import type { AgentTool } from "@tau/agent";
import type { SaidEffects } from "../../describe-call.ts";
import type { LineDecorator } from "../../tool-ports.ts";
import { applyPatchMode } from "./apply-patch/mode.ts";
import type { EditModeName } from "./choose-mode.ts";
import { createModeTool, type ModeToolOptions, modeEffects } from "./create-mode-tool.ts";
import type { EditMode } from "./edit-mode.ts";
import { hashlineMode } from "./hashline/mode.ts";
import { SeenVersions } from "./hashline/versions.ts";
import { patchMode } from "./patch/mode.ts";

export { chooseMode } from "./choose-mode.ts";

/** `edit` in a mode, and what `read` and `grep` show for it. */
export interface OpenedMode {
  readonly tool: AgentTool;
  readonly snippet: string;
  readonly guidelines: readonly string[];
  readonly effects: SaidEffects;
  readonly decorator?: LineDecorator;
}

/** Nothing for the usual mode: that is the tool itself. */
export function openMode(name: EditModeName, cwd: string, options: ModeToolOptions = {}): OpenedMode | undefined {
  switch (name) {
    case "replace":
      return undefined;
    case "patch":
      return opened(patchMode, cwd, options);
    case "apply_patch":
      return opened(applyPatchMode, cwd, options);
    case "hashline": {
      const versions = new SeenVersions();
      return { ...opened(hashlineMode(versions), cwd, options), decorator: versions.decorator() };
    }
  }
}

function opened(mode: EditMode, cwd: string, options: ModeToolOptions): OpenedMode {
  const { promptSnippet: snippet, promptGuidelines: guidelines } = mode.prompt;
  return { tool: createModeTool(cwd, mode, options), snippet, guidelines, effects: modeEffects(mode) };
}
