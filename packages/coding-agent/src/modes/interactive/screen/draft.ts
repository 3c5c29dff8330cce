import type { ImageContent } from "@tau/ai";
import type { TUI } from "@tau/tui";
import type { TakenBack } from "../../../core/session/input/prompt-queue.ts";
import { asTyped } from "../../../core/session/log/as-typed.ts";
import type { EditorSlot } from "./editor-slot.ts";

const LABEL = /\[Image #(\d+)\]/g;

/** The next prompt: the text in the editor and the images that it names. An image whose label is deleted is not sent. */
export class Draft {
  private readonly tui: Pick<TUI, "requestRender">;
  private readonly editor: EditorSlot;
  private readonly images = new Map<number, ImageContent>();
  /** Called when messages have been moved back into the editor. */
  onTakenBack: () => void = () => undefined;

  constructor(tui: Pick<TUI, "requestRender">, editor: EditorSlot) {
    this.tui = tui;
    this.editor = editor;
  }

  /** Called at each frame, so the text is read only if there are images. */
  get imageCount(): number {
    return this.images.size === 0 ? 0 : this.imagesIn(this.editor.getText()).length;
  }

  get isEmpty(): boolean {
    return this.editor.getText() === "";
  }

  clear(): void {
    this.images.clear();
    this.editor.setText("");
  }

  /** Returns the prompt as it would be sent now. */
  peek(): { readonly text: string; readonly images: readonly ImageContent[] } {
    const text = this.editor.getExpandedText();
    return { text, images: this.imagesIn(text) };
  }

  /** Inserts a label for an image into the text. */
  attach(image: ImageContent): void {
    const text = this.editor.getText();
    const { line, col } = this.editor.getCursor();
    const before = (text.split("\n")[line] ?? "").slice(0, col);
    this.editor.insertTextAtCursor(`${/\S$/.test(before) ? " " : ""}${this.label(image, text)} `);
    this.tui.requestRender();
  }

  takeText(): string {
    const text = this.editor.getExpandedText().trim();
    this.editor.setText("");
    return text;
  }

  /** Returns the images that a text names, in order, and removes all images from the draft. */
  takeImages(text: string): ImageContent[] {
    const taken = this.imagesIn(text);
    this.images.clear();
    return taken;
  }

  /** Puts queued messages before the typed text. Renumbers their image labels. */
  takeBack({ steering, followUp, images = [] }: TakenBack): void {
    const now = this.editor.getText();
    const back = [...steering, ...followUp].map(asTyped).filter((text) => text.trim() !== "");
    const left = [...images];
    const labelled = back.map((text) =>
      text.replace(LABEL, (label) => {
        const image = left.shift();
        return image ? this.label(image, now) : label;
      }),
    );
    const others = left.map((image) => this.label(image, now)).join(" ");
    const texts = [...labelled, others, now].filter((text) => text.trim() !== "");
    if (texts.length > 0) this.editor.setText(texts.join("\n\n"));
    this.onTakenBack();
    this.tui.requestRender();
  }

  /** Puts a text before the typed text, which stays. */
  prefill(text: string): void {
    this.takeBack({ steering: [text], followUp: [] });
  }

  /** Returns a new label that the text does not contain yet. */
  private label(image: ImageContent, text: string): string {
    const numbers = Array.from(text.matchAll(LABEL), ([, number]) => Number(number));
    const number = Math.max(0, ...numbers, ...this.images.keys()) + 1;
    const label = `[Image #${number}]`;
    this.images.set(number, image);
    this.editor.addAtom(label);
    return label;
  }

  private imagesIn(text: string): ImageContent[] {
    const numbers = new Set(Array.from(text.matchAll(LABEL), ([, number]) => Number(number)));
    return [...numbers].flatMap((number) => this.images.get(number) ?? []);
  }
}
