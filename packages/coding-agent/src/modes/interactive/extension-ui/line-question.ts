import { Input } from "@tau/tui";

/** A line to type; Escape gives no answer. */
export class LineQuestion extends Input {
  constructor(placeholder: string, done: (value?: string) => void) {
    super({ prompt: "› ", placeholder });
    this.onSubmit = done;
    this.onEscape = () => done();
  }
}
