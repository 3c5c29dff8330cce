import { HeldLines } from "./held-lines.ts";
import { serializeJsonLine } from "./serialize-json-line.ts";

/** Where a protocol mode writes: one JSON value a line, LF only. */
export interface LineSink {
  write(value: object): void;
  /** Hands on what is still held back, whether or not anybody reads. */
  flush(): void;
}

export interface LineOutput {
  /** `false` where nobody has taken the earlier text yet. */
  write(text: string): unknown;
  /** Calls back when it has been taken. Absent: it always is. */
  onceDrained?(listener: () => void): void;
}

/** Lines of one turn of the event loop leave together: a system call for each delta would cost more than the delta. */
const BATCH_CHARACTERS = 32_768;

/** A reader that lags never holds up the session: what it has not taken is held, with deltas joined. */
export function createLineSink(output: LineOutput): LineSink {
  const held = new HeldLines();
  let batch = "";
  let scheduled: NodeJS.Immediate | undefined;
  let isFull = false;

  const send = (text: string) => {
    if (output.write(text) !== false || !output.onceDrained) return;
    isFull = true;
    output.onceDrained(resume);
  };
  const sendBatch = () => {
    if (scheduled) clearImmediate(scheduled);
    scheduled = undefined;
    const text = batch;
    batch = "";
    if (text !== "") send(text);
  };
  const resume = () => {
    isFull = false;
    while (!(isFull || held.isEmpty)) send(held.take(BATCH_CHARACTERS));
  };
  return {
    write(value) {
      if (isFull) return held.add(value);
      batch += serializeJsonLine(value);
      if (batch.length > BATCH_CHARACTERS) sendBatch();
      else scheduled ??= setImmediate(sendBatch);
    },
    flush() {
      sendBatch();
      while (!held.isEmpty) output.write(held.take(BATCH_CHARACTERS));
    },
  };
}
