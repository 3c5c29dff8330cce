import type { AgentToolResult } from "@tau/agent";
import type { TUI } from "@tau/tui";
import type { ToolDefinition, ToolRenderers } from "../../core/extensions/contract/index.ts";
import { ToolExecutionView } from "../../modes/interactive/renderers/tool-execution-view.ts";
import { OwnViewContext } from "./own-view-context.ts";

export interface ToolExecutionOptions {
  readonly showImages?: boolean;
  readonly imageWidthCells?: number;
  readonly outputPad?: number;
}

type ShownResult = AgentToolResult & { isError?: boolean; durationMs?: number };

/** One tool call, drawn as on the screen. */
export class ToolExecutionComponent extends ToolExecutionView {
  private readonly own: OwnViewContext;
  private given: unknown;

  constructor(
    toolName: string,
    toolCallId: string,
    args: unknown,
    options: ToolExecutionOptions | undefined,
    toolDefinition: ToolRenderers | ToolDefinition | undefined,
    ui: TUI,
    cwd: string,
  ) {
    const drawn = toolDefinition?.renderCall || toolDefinition?.renderResult ? toolDefinition : undefined;
    const own = new OwnViewContext({ ...options, tui: ui, cwd, tool: drawn });
    super(toolName, own, toolCallId);
    this.own = own;
    this.given = args;
    this.updateArguments(args);
  }

  updateArgs(args: unknown): void {
    this.given = args;
    this.updateArguments(args);
  }

  setArgsComplete(): void {
    this.called(this.given);
  }

  markExecutionStarted(): void {
    this.start(this.given);
  }

  /** Sets the number of columns to the left and right. */
  setOutputPad(outputPad: number): void {
    this.own.outputPad = outputPad;
    this.box.setPaddingX(outputPad);
    this.invalidate();
  }

  setImageWidthCells(width: number): void {
    this.own.imageWidthCells = width;
    this.invalidate();
  }

  override updateResult(result: ShownResult, isPartial = false): void {
    if (isPartial) super.updateResult(result);
    else this.finish(result, result.isError ?? false);
  }

  setExpanded(expanded: boolean): void {
    this.own.expanded = expanded;
    this.invalidate();
  }

  setShowImages(show: boolean): void {
    this.own.showImages = show;
    this.invalidate();
  }
}
