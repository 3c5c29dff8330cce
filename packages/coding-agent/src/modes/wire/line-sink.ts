import { HeldLines } from "./held-lines.ts";
import { serializeJsonLine } from "./serialize-json-line.ts";

/** The output of a protocol mode: one JSON value per line, ended by LF only. */
export interface LineSink {
  write(value: object): void;
  /** Writes everything that is held back, even if the reader is not ready. */
  flush(): void;
}

export interface LineOutput {
  /** Returns `false` if the reader has not taken the earlier text yet. */
  write(text: string): unknown;
  /** Calls back when the reader has taken the text. Absent if it always takes it at once. */
  onceDrained?(listener: () => void): void;
}

/** Lines of one turn of the event loop are written together, because a system call per delta would cost more than the delta. */
const BATCH_CHARACTERS = 32_768;

/** Creates a sink. A slow reader never blocks the session: lines that it has not taken are held, with deltas joined. */
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
