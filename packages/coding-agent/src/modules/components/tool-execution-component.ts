import type { TUI } from "@tau/tui";
import type { ToolDefinition, ToolRenderers } from "../../core/extensions/contract/index.ts";
import { ToolExecutionView } from "../../modes/interactive/renderers/tool-execution-view.ts";
import { constructedAs, type MakeView } from "./constructed-as.ts";
import { OwnViewContext } from "./own-view-context.ts";

export interface ToolExecutionOptions {
  readonly showImages?: boolean;
  readonly imageWidthCells?: number;
  readonly outputPad?: number;
}

/** One tool call, drawn as on the screen. */
export const ToolExecutionComponent: new (...given: GivenCall) => ToolExecutionView = constructedAs(
  ToolExecutionView,
  createToolCall,
);
export type ToolExecutionComponent = ToolExecutionView;

type GivenCall = [
  toolName: string,
  toolCallId: string,
  args: unknown,
  options: ToolExecutionOptions | undefined,
  toolDefinition: ToolRenderers | ToolDefinition | undefined,
  ui: TUI,
  cwd: string,
];

function createToolCall(make: MakeView<typeof ToolExecutionView>, ...given: GivenCall): ToolExecutionView {
  const [toolName, toolCallId, args, options, toolDefinition, tui, cwd] = given;
  const tool = toolDefinition?.renderCall || toolDefinition?.renderResult ? toolDefinition : undefined;
  const made = make(toolName, new OwnViewContext({ ...options, tui, cwd, tool }), toolCallId);
  made.updateArgs(args);
  return made;
}
