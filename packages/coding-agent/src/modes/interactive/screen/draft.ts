import type { ImageContent } from "@tau/ai";
import type { TUI } from "@tau/tui";
import type { TakenBack } from "../../../core/session/input/prompt-queue.ts";
import type { EditorSlot } from "./editor-slot.ts";

/** What is about to be sent: the text in the editor, and the images that go along. */
export class Draft {
  private readonly tui: Pick<TUI, "requestRender">;
  private readonly editor: EditorSlot;
  private images: ImageContent[] = [];
  /** Called when messages have come back into the editor. */
  onTakenBack: () => void = () => undefined;

  constructor(tui: Pick<TUI, "requestRender">, editor: EditorSlot) {
    this.tui = tui;
    this.editor = editor;
  }

  get imageCount(): number {
    return this.images.length;
  }

  get isEmpty(): boolean {
    return this.images.length === 0 && this.editor.getText() === "";
  }

  clear(): void {
    this.images = [];
    this.editor.setText("");
  }

  /** As it would be sent now. */
  peek(): { readonly text: string; readonly images: readonly ImageContent[] } {
    return { text: this.editor.getExpandedText(), images: this.images };
  }

  attach(image: ImageContent): void {
    this.images.push(image);
    this.tui.requestRender();
  }

  takeText(): string {
    const text = this.editor.getExpandedText().trim();
    this.editor.setText("");
    return text;
  }

  takeImages(): ImageContent[] {
    const taken = this.images;
    this.images = [];
    return taken;
  }

  /** Messages that waited come before what is typed. */
  takeBack({ steering, followUp, images = [] }: TakenBack): void {
    this.images.unshift(...images);
    const texts = [...steering, ...followUp, this.editor.getText()].filter((text) => text.trim() !== "");
    if (texts.length > 0) this.editor.setText(texts.join("\n\n"));
    this.onTakenBack();
    this.tui.requestRender();
  }

  /** A text to be edited comes before what is typed, which stays. */
  prefill(text: string): void {
    this.takeBack({ steering: [text], followUp: [] });
  }
}
