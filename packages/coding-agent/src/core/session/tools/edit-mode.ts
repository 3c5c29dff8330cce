import type { Model } from "@tau/ai";
import type { SessionExtensions } from "../../extensions/session/session-extensions.ts";
import type { LineDecorator, ToolPorts } from "../../tools/tool-ports.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ToolSet } from "./tool-set.ts";

export interface EditModeParts {
  readonly tools: ToolSet;
  readonly services: Pick<Workspace, "cwd" | "settings">;
  readonly extensions: SessionExtensions | undefined;
  readonly model: () => Model;
}

/** Models whose vendor documents that they were trained on the format `apply_patch`. */
const TRAINED_ON_APPLY_PATCH = /(?:^|\/)(?:gpt-(?:4\.1|[5-9])|codex-)/;

/** Offers `edit` in the mode that the settings and the model ask for. The code of the other modes is loaded with their first use. */
export class EditModeSwitch {
  private readonly parts: EditModeParts;
  private mode = "replace";
  private takeBack: (() => void) | undefined;
  private decorator: LineDecorator | undefined;

  constructor(parts: EditModeParts) {
    this.parts = parts;
  }

  /** What extensions have registered for the tools, and what the mode shows with each line. */
  ports(registered: ToolPorts | undefined): ToolPorts | undefined {
    if (!this.decorator) return registered;
    const { schemes = [], readers = [], decorators = [] } = registered ?? {};
    return { schemes, readers, decorators: [...decorators, this.decorator] };
  }

  async follow(): Promise<void> {
    const { settings, cwd } = this.parts.services;
    const { id, provider } = this.parts.model();
    const isTrained = TRAINED_ON_APPLY_PATCH.test(id);
    const { TAU_EDIT_MODE: own, PI_EDIT_VARIANT: variant = own } = process.env;
    const isUsual = !isTrained && this.mode === "replace" && !settings.get("edit.modes") && !variant;
    if (isUsual && /^(?:auto|replace)$/.test(settings.get("edit.mode"))) return;
    const late = await import("../../tools/edit/edit-modes/index.ts");
    const auto = isTrained && !this.isWatched() ? "apply_patch" : "replace";
    const mode = late.chooseMode(`${provider}/${id}`, settings, { auto, variant });
    if (mode === this.mode) return;
    this.takeBack?.();
    const opened = late.openMode(mode, cwd);
    this.takeBack = opened && this.parts.tools.get("edit") && this.parts.tools.register(opened);
    this.decorator = this.takeBack && opened?.decorator;
    this.mode = mode;
  }

  /** An extension that looks at calls knows the arguments that `edit` usually has. */
  private isWatched(): boolean {
    const loaded = this.parts.extensions?.host?.generation.extensions ?? [];
    return loaded.some(({ handlers, sourceInfo }) => handlers.has("tool_call") && sourceInfo.source !== "builtin");
  }
}
