import type { AgentToolResult } from "@tau/agent";
import { Box, type Component, Container, Image, Spacer } from "@tau/tui";
import type { SpokenView } from "../plain/spoken-view.ts";
import { customRenderer } from "./tools/custom.ts";
import { rendererFor } from "./tools/index.ts";
import type { ToolArguments, ToolRenderer, ToolRow } from "./tools/tool-renderer.ts";
import { changedContext, type ViewContext } from "./view-context.ts";

type ShownResult = AgentToolResult & { isError?: boolean; durationMs?: number };

/** One tool call: its title while the arguments stream, its output while it runs, and its outcome by the background colour. */
export class ToolExecutionView extends Container implements SpokenView {
  readonly speaker = "Tool";
  private args: ToolArguments = {};
  private result: AgentToolResult | undefined;
  private state: "streaming" | "called" | "running" | "done" | "failed" = "streaming";
  private startedAt: number | undefined;
  private durationMs: number | undefined;
  private endedAt: number | undefined;
  /** Reads the arguments received so far. Called once per frame, not once per delta. */
  private streaming: (() => unknown) | undefined;
  /** Something has changed since the last drawing. Content that never becomes visible is never built. */
  private isStale = true;
  private images: { readonly result: AgentToolResult; readonly views: readonly Image[] } | undefined;
  private readonly toolName: string;
  private readonly toolCallId: string;
  private renderer: ToolRenderer;
  private isCustom = false;
  private context: ViewContext;
  private readonly shared: Record<string, unknown> = {};
  private readonly shown: { call?: Component | undefined; result?: Component | undefined } = {};
  private readonly box: Box;
  private frame: Box | Container;

  constructor(toolName: string, context: ViewContext, toolCallId = "") {
    super();
    this.context = context;
    this.toolName = toolName;
    this.toolCallId = toolCallId;
    this.renderer = rendererFor(toolName);
    this.box = new Box(context.look.outputPad, 0, (text) => this.context.theme.bg(this.background(), text));
    this.frame = this.box;
    this.addChild(new Spacer(1));
    this.addChild(this.frame);
    this.useExtension();
  }

  get isLive(): boolean {
    return this.state !== "done" && this.state !== "failed";
  }

  get outcome(): string {
    return this.state === "failed" ? "Tool failed." : "Tool done.";
  }

  streamArguments(read: () => unknown): void {
    this.streaming = read;
    this.isStale = true;
  }

  updateArgs(args: unknown): void {
    this.streaming = undefined;
    this.args = isRecord(args) ? args : {};
    this.isStale = true;
  }

  setArgsComplete(): void {
    if (this.state === "streaming") this.state = "called";
    this.isStale = true;
  }

  markExecutionStarted(): void {
    this.state = "running";
    this.startedAt = performance.now();
    this.isStale = true;
  }

  updateResult(result: ShownResult, isPartial = false): void {
    const { isError = false, durationMs, ...rest } = result;
    this.isStale = true;
    if (isPartial) {
      this.result = result;
      return;
    }
    this.durationMs = durationMs;
    this.state = isError ? "failed" : "done";
    this.result = { ...rest, isError };
    this.endedAt = performance.now();
  }

  /** Called when the arguments are complete. */
  called(args: unknown): void {
    this.updateArgs(args);
    this.setArgsComplete();
  }

  start(args: unknown): void {
    this.updateArgs(args);
    this.markExecutionStarted();
  }

  finish(result: AgentToolResult, isError: boolean, durationMs?: number): void {
    this.updateResult({ ...result, isError, ...(durationMs === undefined ? {} : { durationMs }) });
  }

  setExpanded(expanded: boolean): void {
    this.change({ expanded });
  }

  setShowImages(showImages: boolean): void {
    this.change({ look: { ...this.context.look, showImages } });
  }

  setImageWidthCells(imageWidthCells: number): void {
    this.images = undefined;
    this.change({ look: { ...this.context.look, imageWidthCells } });
  }

  /** Sets the number of columns to the left and right. */
  setOutputPad(outputPad: number): void {
    this.box.setPaddingX(outputPad);
    this.change({ look: { ...this.context.look, outputPad } });
  }

  private change(changes: Partial<ViewContext>): void {
    this.context = changedContext(this.context, changes);
    this.invalidate();
  }

  /** Called when the colours or the level of detail have changed. */
  override invalidate(): void {
    super.invalidate();
    this.useExtension();
    this.isStale = true;
  }

  override render(width: number): string[] {
    if (this.streaming) this.args = asRecord(this.streaming());
    this.streaming = undefined;
    if (this.isStale) this.build();
    this.isStale = false;
    return super.render(width);
  }

  /** Looks for an extension's renderers until it finds some, because the extension may be asleep. */
  private useExtension(): void {
    if (this.isCustom) return;
    const custom = this.context.extensions?.resolveToolRenderers(this.toolName, () => undefined);
    if (!custom) return;
    this.isCustom = true;
    this.renderer = customRenderer(custom, this.renderer);
    this.shown.call = undefined;
    this.shown.result = undefined;
    if (this.renderer.shell !== "self") return;
    this.removeChild(this.frame);
    this.frame = new Container();
    this.addChild(this.frame);
  }

  private build(): void {
    const { result, shown, frame } = this;
    shown.call = this.renderer.call(this.args, this.row(shown.call));
    shown.result = result && this.renderer.result?.(result, this.row(shown.result));
    frame.clear();
    for (const part of [shown.call, shown.result, ...this.imageViews()]) if (part) frame.addChild(part);
    this.box.setBgFn((line) => this.context.theme.bg(this.background(), line));
  }

  private row(last: Component | undefined): ToolRow {
    const { theme, cwd, isRemote, extensions, expanded, highlighter } = this.context;
    return {
      ...{ theme, cwd, expanded, highlighter, last, toolCallId: this.toolCallId, args: this.args },
      isElsewhere: isRemote || extensions?.getToolDefinition(this.toolName) !== undefined,
      showImages: this.context.look.showImages,
      outputPad: this.context.look.outputPad,
      argsComplete: this.state !== "streaming",
      executionStarted: this.startedAt !== undefined || this.result !== undefined,
      result: this.result,
      isPartial: this.state !== "done" && this.state !== "failed",
      isError: this.state === "failed",
      elapsedMs: () => this.elapsedMs(),
      durationMs: this.durationMs,
      state: this.shared,
      invalidate: () => {
        this.isStale = true;
        this.context.tui.requestRender();
      },
    };
  }

  private elapsedMs(): number | undefined {
    return this.startedAt === undefined ? undefined : (this.endedAt ?? performance.now()) - this.startedAt;
  }

  private imageViews(): readonly Image[] {
    const { result, context } = this;
    if (!result || !context.look.showImages) return [];
    if (this.images?.result === result) return this.images.views;
    const look = { fallbackColor: (text: string) => context.theme.fg("muted", text) };
    const views = result.content.flatMap((block) =>
      block.type === "image"
        ? [new Image(block.data, block.mimeType, look, { maxWidthCells: context.look.imageWidthCells })]
        : [],
    );
    this.images = { result, views };
    return views;
  }

  private background(): "toolPendingBg" | "toolSuccessBg" | "toolErrorBg" {
    if (this.state === "done") return "toolSuccessBg";
    return this.state === "failed" ? "toolErrorBg" : "toolPendingBg";
  }
}

function asRecord(value: unknown): ToolArguments {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is ToolArguments {
  return typeof value === "object" && value !== null;
}
