import type { ImageContent } from "@tau/ai";
import type { ToolOutputSink } from "@tau/coding-agent";
import { htmlText } from "./html-text.ts";
import type { Bundle, StatusEvent } from "./kernel/protocol.ts";

const MOST_IMAGES = 10;
/** Approximately the limit of providers. */
const MOST_IMAGE_CHARACTERS = 6 * 1024 * 1024;
const MOST_JSON = 100_000;
const TAIL_CHARACTERS = 8000;
const IMAGES = ["image/png", "image/jpeg"] as const;

/** Collects what the cells of one call show. */
export class CallOutput {
  readonly images: ImageContent[] = [];
  readonly jsonOutputs: unknown[] = [];
  readonly statusEvents: StatusEvent[] = [];
  private readonly sink: ToolOutputSink;
  private readonly onChange: () => void;
  /** The end of what the current cell has shown, for the screen. */
  private tail = "";
  private hasText = false;
  private hasRich = false;
  private isLineOpen = false;

  constructor(sink: ToolOutputSink, onChange: () => void) {
    this.sink = sink;
    this.onChange = onChange;
  }

  startCell(heading: string | undefined): void {
    this.tail = "";
    this.hasText = false;
    this.hasRich = false;
    if (heading !== undefined) this.write(`${this.isLineOpen ? "\n" : ""}${heading}\n`);
  }

  /** Ends a cell. Returns the end of what it has shown. */
  endCell(): string {
    if (!this.hasText) this.note(this.hasRich ? "(no text output)" : "(no output)");
    return this.tail.trimEnd();
  }

  text(text: string): void {
    this.hasText = true;
    this.tail = (this.tail + text).slice(-TAIL_CHARACTERS);
    this.write(text);
  }

  /** Writes text on lines of its own. */
  line(text: string): void {
    this.text(`${this.isLineOpen ? "\n" : ""}${text}\n`);
  }

  bundle(bundle: Bundle): void {
    this.hasRich = true;
    const images = IMAGES.filter((type) => bundle[type] !== undefined);
    for (const type of images) this.image(bundle[type] ?? "", type);
    const json = bundle["application/json"];
    if (json !== undefined && json.length <= MOST_JSON) this.jsonOutputs.push(parsed(json));
    const html = bundle["text/html"];
    const plain = bundle["text/plain"] ?? (html === undefined ? undefined : htmlText(html));
    const text = bundle["text/markdown"] ?? (images.length > 0 ? undefined : plain);
    if (text !== undefined && text !== "") this.line(text);
    this.onChange();
  }

  status(status: StatusEvent): void {
    this.statusEvents.push(status);
    this.onChange();
  }

  /** Text that says something about the cell; it is not the cell's own. */
  note(text: string): void {
    this.write(`${this.isLineOpen ? "\n" : ""}${text}\n`);
  }

  snapshot(): string {
    return this.sink.snapshot().text;
  }

  finish(): { readonly text: string; readonly path?: string } {
    const { text, path } = this.sink.finish();
    return { text: text.trimEnd(), ...(path === undefined ? {} : { path }) };
  }

  private image(data: string, mimeType: string): void {
    if (this.images.length >= MOST_IMAGES) this.line(`[an image was left out: a call shows ${MOST_IMAGES} at most]`);
    else if (data.length > MOST_IMAGE_CHARACTERS) this.line("[an image was left out: it is larger than 4 MB]");
    else this.images.push({ type: "image", data, mimeType });
  }

  private write(text: string): void {
    this.sink.append(text);
    if (text !== "") this.isLineOpen = !text.endsWith("\n");
    this.onChange();
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
