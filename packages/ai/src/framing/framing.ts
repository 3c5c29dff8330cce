/** Cuts a body of bytes into the frames of a wire format. Synchronous, so that a chunk with many frames costs no awaits. */
export interface Framing<TFrame> {
  push(bytes: Uint8Array): Iterable<TFrame>;
  /** What is left when the body ends. */
  end(): Iterable<TFrame>;
}
