/** Where a protocol mode writes: one JSON value a line, LF only. */
export interface LineSink {
  write(value: unknown): void;
}

export function createLineSink(stream: NodeJS.WritableStream): LineSink {
  return { write: (value) => void stream.write(`${JSON.stringify(value)}\n`) };
}
