import { StringDecoder } from "node:string_decoder";

const START = "\u001e";
const END = "\u001f";
const MOST_DIGITS = 20;
/** How long a mark and its frame wait for each other. One is lost only if user code writes to, or closes, the descriptor of the other. */
const LOST_MS = 1000;

interface Marked {
  readonly mark?: number;
}

/**
 * Merges the two pipes of a kernel. The output holds a mark for each frame that belongs at a place in it: what comes after the mark waits
 * for the frame, and the frame waits for the mark.
 */
export class MergedOutput<F extends Marked> {
  private readonly start: string;
  private readonly events: { onText(text: string): void; onFrame(frame: F): void };
  private readonly decoder = new StringDecoder("utf8");
  /** A piece that may be the beginning of a mark. */
  private held = "";
  /** Texts and marks that have not been delivered. */
  private readonly output: (string | number)[] = [];
  private readonly frames = new Map<number, F>();
  private lastMark = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(secret: string, events: { onText(text: string): void; onFrame(frame: F): void }) {
    this.start = `${START}${secret}:`;
    this.events = events;
  }

  append(bytes: Buffer): void {
    let text = this.held + this.decoder.write(bytes);
    this.held = "";
    for (let at = text.indexOf(START); at >= 0; at = text.indexOf(START)) {
      this.add(text.slice(0, at));
      text = text.slice(at);
      const end = text.indexOf(END);
      const isMark = text.startsWith(this.start) || this.start.startsWith(text);
      if (isMark && end < 0 && text.length < this.start.length + MOST_DIGITS) {
        this.held = text;
        text = "";
        break;
      }
      const number = isMark ? Number(text.slice(this.start.length, end)) : Number.NaN;
      this.add(Number.isInteger(number) ? number : START);
      text = text.slice(Number.isInteger(number) ? end + 1 : 1);
    }
    this.add(text);
    this.deliver();
  }

  receive(frame: F): void {
    if (frame.mark === undefined || frame.mark <= this.lastMark) this.events.onFrame(frame);
    else {
      this.frames.set(frame.mark, frame);
      this.deliver();
    }
  }

  /** Delivers everything, in the best order that is known. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const item of this.output.splice(0)) this.deliverItem(item);
    for (const [mark, frame] of [...this.frames].toSorted(([a], [b]) => a - b)) {
      this.frames.delete(mark);
      this.lastMark = Math.max(this.lastMark, mark);
      this.events.onFrame(frame);
    }
  }

  private add(item: string | number): void {
    if (item !== "") this.output.push(item);
  }

  private deliver(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    let [item] = this.output;
    while (item !== undefined && (typeof item === "string" || this.frames.has(item) || item <= this.lastMark)) {
      this.output.shift();
      this.deliverItem(item);
      [item] = this.output;
    }
    if (item !== undefined || this.frames.size > 0) this.timer = setTimeout(() => this.flush(), LOST_MS);
  }

  private deliverItem(item: string | number): void {
    if (typeof item === "string") this.events.onText(item);
    else {
      this.lastMark = Math.max(this.lastMark, item);
      const frame = this.frames.get(item);
      this.frames.delete(item);
      if (frame) this.events.onFrame(frame);
    }
  }
}
