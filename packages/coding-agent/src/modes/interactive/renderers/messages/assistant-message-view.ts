import type { AssistantMessage } from "@tau/ai";
import { Container, ContinuedText, type DefaultTextStyle, Markdown, Spacer, stripTerminalSequences } from "@tau/tui";
import { INTERRUPTED } from "../../../../core/session/recover/live-lines.ts";
import type { SpokenView } from "../../plain/spoken-view.ts";
import { Note, type NoteColor } from "../../screen/note.ts";
import { shownMarkdown } from "../shown-markdown.ts";
import { formatElapsed } from "../tools/elapsed.ts";
import { changedContext, THINKING_LABEL, type ViewContext } from "../view-context.ts";

type Kind = "text" | "thinking";

interface Block {
  readonly kind: Kind;
  readonly view: Markdown | Note;
  /** Removes terminal sequences from deltas, because the model's text must not style the screen. */
  readonly intake: ContinuedText;
  readonly shown: ViewContext["thinking"];
}

/** The answer is a live object that may be ahead of its events. These counts ensure that each character is added once. */
interface Progress {
  /** Characters received in deltas. */
  streamed: number;
  /** Characters in the view. */
  drawn: number;
}

const OUTCOMES: Partial<Record<AssistantMessage["stopReason"], readonly [NoteColor, string]>> = {
  error: ["error", "The request failed."],
  aborted: ["warning", "Stopped."],
  length: ["warning", "The answer was cut off at the model's limit."],
};

const CUT_OFF = ["warning", "Tau ended while this was being written."] as const;
const EMPTY = ["muted", "The answer is empty."] as const;

/** Shows the model's text and thinking, block by block as they stream. Tool calls have their own views. */
export class AssistantMessageView extends Container implements SpokenView {
  readonly speaker = "Tau";
  private readonly blocks = new Map<number, Block>();
  private readonly progress = new Map<number, Progress>();
  private context: ViewContext;
  /** Start of each block that was seen streaming. */
  private readonly began = new Map<number, number>();
  private message: AssistantMessage | undefined;
  private isFinished = false;
  private ended: number | undefined;

  constructor(context: ViewContext) {
    super();
    this.context = context;
  }

  get isLive(): boolean {
    return !this.isFinished;
  }

  /** The parts of the answer. Extensions that replace `updateContent` look for them under this name. */
  get contentContainer(): Container {
    return this;
  }

  get hideThinkingBlock(): boolean {
    return this.context.thinking === "hidden";
  }

  set hideThinkingBlock(hide: boolean) {
    this.context = changedContext(this.context, { thinking: hide ? "hidden" : "shown" });
  }

  setHideThinkingBlock(hide: boolean): void {
    this.hideThinkingBlock = hide;
    this.invalidate();
  }

  setHiddenThinkingLabel(thinkingLabel: string): void {
    this.context = changedContext(this.context, { thinkingLabel });
    this.invalidate();
  }

  setOutputPad(outputPad: number): void {
    this.context = changedContext(this.context, { look: { ...this.context.look, outputPad } });
    this.rebuild();
  }

  /** Shows a message as a whole. If an extension has replaced this method, every change of the answer goes through it. */
  updateContent(message: AssistantMessage, isStreaming = false): void {
    if (this.isFinished || this.isReplaced) this.clear();
    if (!isStreaming) this.complete(message);
    else for (const index of message.content.keys()) this.setBlock(message, index);
  }

  /** Appends a delta to one block. Nothing else changes. */
  appendDelta(message: AssistantMessage, index: number, delta: string): void {
    if (this.isReplaced || this.context.extensions?.transformsMarkdown()) {
      this.updateBlock(message, index);
      return;
    }
    const progress = this.progressOf(index);
    progress.streamed += delta.length;
    const known = this.blocks.get(index);
    if (!known) this.updateBlock(message, index);
    const fresh = progress.streamed - progress.drawn;
    if (fresh <= 0 || !(known?.view instanceof Markdown)) return;
    known.view.appendText(known.intake.push(delta.slice(-fresh)));
    progress.drawn = progress.streamed;
  }

  /** Sets the text of one block. */
  updateBlock(message: AssistantMessage, index: number): void {
    if (this.isReplaced) this.updateContent(message, true);
    else this.setBlock(message, index);
  }

  finish(message: AssistantMessage): void {
    if (this.isReplaced) this.updateContent(message);
    else this.complete(message);
  }

  private get isReplaced(): boolean {
    return this.updateContent !== ownUpdateContent;
  }

  private setBlock(message: AssistantMessage, index: number): void {
    this.message = message;
    const block = message.content[index];
    if (block?.type === "text") this.show(index, block.text, "text");
    else if (block?.type === "thinking")
      this.show(index, block.redacted ? "*(hidden by the provider)*" : block.thinking, "thinking");
  }

  private complete(message: AssistantMessage): void {
    this.isFinished = true;
    this.ended ??= this.began.size > 0 ? performance.now() : undefined;
    for (const index of message.content.keys()) this.setBlock(message, index);
    if (this.context.look.mermaid === "final") for (const { view } of this.blocks.values()) view.invalidate();
    this.showOutcome(message);
  }

  /** Replaces the whole answer with one line. */
  replaceBy(line: string): void {
    this.clear();
    this.add(new Note(stripTerminalSequences(line), "muted", () => this.context.theme));
  }

  override clear(): void {
    super.clear();
    this.blocks.clear();
    this.message = undefined;
  }

  override invalidate(): void {
    const isStale = [...this.blocks.values()].some(
      ({ kind, shown }) => kind === "thinking" && shown !== this.context.thinking,
    );
    if (isStale) this.rebuild();
    super.invalidate();
  }

  private rebuild(): void {
    const { message } = this;
    if (!message) return;
    this.clear();
    for (const index of message.content.keys()) this.setBlock(message, index);
    if (this.isFinished) this.showOutcome(message);
  }

  private progressOf(index: number): Progress {
    const known = this.progress.get(index);
    if (known) return known;
    const progress = { streamed: 0, drawn: 0 };
    this.progress.set(index, progress);
    return progress;
  }

  private show(index: number, text: string, kind: Kind): void {
    this.progressOf(index).drawn = text.length;
    this.timeBlock(index);
    const known = this.blocks.get(index);
    if (!known && text.trim() === "") return;
    const messageType = kind === "text" ? "assistant" : "assistant-thinking";
    const shown = shownMarkdown(text, this.context, { messageType, isStreaming: !this.isFinished });
    if (known) {
      known.intake.reset();
      if (known.view instanceof Markdown) known.view.setText(shown);
      return;
    }
    const view = this.createView(shown, kind, index);
    const intake = new ContinuedText(stripTerminalSequences);
    this.blocks.set(index, { kind, view, intake, shown: this.context.thinking });
    this.add(view);
  }

  /** Records the start of a block. A block ends when the next one begins or the answer ends. */
  private timeBlock(index: number): void {
    if (this.isFinished || this.began.has(index)) return;
    this.began.set(index, performance.now());
    this.blocks.get(index - 1)?.view.invalidate();
  }

  private thinkingText(index: number): string {
    const [start, end] = [this.began.get(index), this.began.get(index + 1) ?? this.ended];
    const { thinkingLabel } = this.context;
    if (start === undefined || end === undefined) return thinkingLabel;
    const time = formatElapsed(end - start);
    return thinkingLabel === THINKING_LABEL ? `Thought for ${time}` : `${thinkingLabel} (${time})`;
  }

  private createView(text: string, kind: Kind, index: number): Markdown | Note {
    const { context } = this;
    const drawDiagrams = () =>
      context.look.mermaid === "streaming" || (context.look.mermaid === "final" && this.isFinished);
    const markdown = (style?: DefaultTextStyle) =>
      new Markdown(text, context.look.outputPad, 0, context.markdown, style, { drawDiagrams });
    if (kind === "text") return markdown();
    if (context.thinking === "hidden")
      return new Note(
        () => this.thinkingText(index),
        "muted",
        () => context.theme,
      );
    return markdown({ color: (part: string) => context.theme.fg("thinkingText", part), italic: true });
  }

  private showOutcome({ stopReason, rawStopReason, errorMessage, content }: AssistantMessage): void {
    const isEmpty = this.blocks.size === 0 && !content.some(({ type }) => type === "toolCall");
    const usual = OUTCOMES[stopReason] ?? (isEmpty ? EMPTY : undefined);
    const outcome = stopReason === "aborted" && rawStopReason === INTERRUPTED ? CUT_OFF : usual;
    if (!outcome) return;
    const [color, text] = outcome;
    const said = stopReason === "error" ? stripTerminalSequences(errorMessage ?? text) : text;
    this.add(new Note(said, color, () => this.context.theme));
  }

  private add(view: Markdown | Note): void {
    this.addChild(new Spacer(1));
    this.addChild(view);
  }
}

const { updateContent: ownUpdateContent } = AssistantMessageView.prototype;
