import { StringDecoder } from "node:string_decoder";

const START = "\u001e";
const END = "\u001f";
/** How long a frame waits for its mark. Only a kernel whose descriptor was closed never writes it. */
const LOST_MARK_MS = 1000;

/** The output of a kernel, in which marks say where frames belong. */
export class MarkedOutput {
  private readonly start: string;
  private readonly onText: (text: string) => void;
  private readonly decoder = new StringDecoder("utf8");
  private readonly waiting = new Map<number, () => void>();
  private held = "";
  private reached = 0;

  constructor(secret: string, onText: (text: string) => void) {
    this.start = `${START}${secret}:`;
    this.onText = onText;
  }

  append(bytes: Buffer): void {
    let text = this.held + this.decoder.write(bytes);
    this.held = "";
    for (let at = text.indexOf(START); at >= 0; at = text.indexOf(START)) {
      this.tell(text.slice(0, at));
      text = text.slice(at);
      const end = text.indexOf(END);
      const isMark = text.startsWith(this.start) || this.start.startsWith(text);
      if (isMark && end < 0 && text.length < this.start.length + 20) {
        this.held = text;
        return;
      }
      const number = isMark ? Number(text.slice(this.start.length, end)) : Number.NaN;
      if (Number.isInteger(number)) this.reach(number);
      else this.tell(START);
      text = text.slice(Number.isInteger(number) ? end + 1 : 1);
    }
    this.tell(text);
  }

  /** Resolves when the output up to a mark has been told. */
  async until(mark: number | undefined): Promise<void> {
    if (mark === undefined || mark <= this.reached) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.waiting.set(mark, resolve);
    const timer = setTimeout(resolve, LOST_MARK_MS);
    await promise;
    clearTimeout(timer);
    this.waiting.delete(mark);
  }

  private reach(mark: number): void {
    this.reached = mark;
    for (const [number, resolve] of this.waiting) if (number <= mark) resolve();
  }

  private tell(text: string): void {
    if (text !== "") this.onText(text);
  }
}
