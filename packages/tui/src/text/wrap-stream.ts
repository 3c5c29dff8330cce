import { LineWrapper } from "./line-wrapper.ts";
import { StyleState } from "./style-state.ts";

/** Wraps a text that grows at its end like `wrapTextWithAnsi`, without wrapping earlier text again. */
export class WrapStream {
  private readonly width: number;
  private readonly state = new StyleState();
  private readonly lines: string[] = [];
  private wrapper: LineWrapper;

  constructor(width: number) {
    this.width = Math.max(1, Math.floor(width));
    this.wrapper = new LineWrapper(this.width, this.state, this.lines);
  }

  /** Adds text. Returns the lines that can no longer change. */
  append(text: string): string[] {
    this.wrapper = this.feed(text, this.wrapper, this.state, this.lines);
    return this.lines.splice(0);
  }

  /** Returns the lines after those already returned, as if the text ended with `text`. */
  preview(text: string): string[] {
    const lines: string[] = [];
    const state = this.state.clone();
    this.feed(text, this.wrapper.fork(state, lines), state, lines).end();
    return lines;
  }

  private feed(text: string, from: LineWrapper, state: StyleState, lines: string[]): LineWrapper {
    let wrapper = from;
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) {
        wrapper.end();
        wrapper = new LineWrapper(this.width, state, lines);
      }
      wrapper.feed(line);
    }
    return wrapper;
  }
}
