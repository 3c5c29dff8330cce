import type { AgentToolResult } from "@tau/agent";
import { Box, Container, Spacer, Text } from "@tau/tui";
import { rendererFor } from "./tools/index.ts";
import type { ToolPaint, ToolRenderer } from "./tools/tool-renderer.ts";
import type { ViewContext } from "./view-context.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** One tool call: its title while the arguments arrive, its output while it runs, its outcome by the colour behind it. */
export class ToolExecutionView extends Container {
  private args: Arguments = {};
  private result: AgentToolResult | undefined;
  private state: "pending" | "done" | "failed" = "pending";
  /** Reads the arguments as far as they have arrived; asked once a frame, not once a delta. */
  private streaming: (() => unknown) | undefined;
  private readonly renderer: ToolRenderer;
  private readonly context: ViewContext;
  private readonly title = new Text("", 0, 0);
  private readonly body = new Text("", 0, 0);
  private readonly box: Box;

  constructor(toolName: string, context: ViewContext) {
    super();
    this.context = context;
    this.renderer = rendererFor(toolName);
    this.box = new Box(1, 0, (text) => context.theme.bg(this.background(), text));
    this.box.addChild(this.title);
    this.addChild(new Spacer(1));
    this.addChild(this.box);
    this.refresh();
  }

  streamArguments(read: () => unknown): void {
    this.streaming = read;
  }

  override render(width: number): string[] {
    const read = this.streaming;
    if (read) {
      this.updateArguments(read());
      this.streaming = undefined;
    }
    return super.render(width);
  }

  updateArguments(args: unknown): void {
    this.streaming = undefined;
    this.args = isRecord(args) ? args : {};
    this.refresh();
  }

  updateResult(result: AgentToolResult): void {
    this.result = result;
    this.refresh();
  }

  finish(result: AgentToolResult, isError: boolean): void {
    this.state = isError ? "failed" : "done";
    this.result = { ...result, isError };
    this.refresh();
  }

  /** The colours or the amount shown have changed. */
  override invalidate(): void {
    super.invalidate();
    this.refresh();
  }

  private refresh(): void {
    const { theme, cwd, expanded } = this.context;
    const paint: ToolPaint = { theme, cwd, expanded };
    this.title.setText(this.renderer.title(this.args, paint));
    const preview = this.renderer.preview?.(this.args, paint) ?? "";
    const output = this.result ? this.renderer.output(this.result, paint) : "";
    const text = [preview, output].filter(Boolean).join("\n");
    this.body.setText(text);
    const shown = this.box.children.includes(this.body);
    if (text !== "" && !shown) this.box.addChild(this.body);
    if (text === "" && shown) this.box.removeChild(this.body);
    this.box.setBgFn((line) => this.context.theme.bg(this.background(), line));
  }

  private background(): "toolPendingBg" | "toolSuccessBg" | "toolErrorBg" {
    if (this.state === "pending") return "toolPendingBg";
    return this.state === "done" ? "toolSuccessBg" : "toolErrorBg";
  }
}

function isRecord(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null;
}
