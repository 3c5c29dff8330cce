/** Where a protocol mode writes: one JSON value a line, LF only. */
export interface LineSink {
  write(value: unknown): void;
  /** Hands on what is still held back. */
  flush(): void;
}

/** Lines of one turn of the event loop leave together: a system call for each delta would cost more than the delta. */
const HELD_CHARACTERS = 32_768;

export function createLineSink(output: { write(text: string): unknown }): LineSink {
  let held = "";
  let scheduled: NodeJS.Immediate | undefined;
  const flush = () => {
    if (scheduled) clearImmediate(scheduled);
    scheduled = undefined;
    if (held === "") return;
    const text = held;
    held = "";
    output.write(text);
  };
  return {
    write(value) {
      held += serializeJsonLine(value);
      if (held.length > HELD_CHARACTERS) flush();
      else scheduled ??= setImmediate(flush);
    },
    flush,
  };
}

/** U+2028 and U+2029 may stand inside: only LF ends a record. */
export function serializeJsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
