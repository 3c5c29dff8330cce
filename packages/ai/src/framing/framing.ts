/** Splits a body of bytes into the frames of a wire format. Synchronous, so that a chunk with many frames costs no awaits. */
export interface Framing<TFrame> {
  push(bytes: Uint8Array): Iterable<TFrame>;
  /** Returns the remaining frames at the end of the body. */
  end(): Iterable<TFrame>;
}
