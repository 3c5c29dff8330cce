import type { ReasoningDetail } from "./wire.ts";

/** Collects the pieces of a router's `reasoning_details`, which must be sent back completely with the next request. */
export class ReasoningDetails {
  private readonly gathered = new Map<string, ReasoningDetail>();

  get isEmpty(): boolean {
    return this.gathered.size === 0;
  }

  /** Returns the readable text of this piece. */
  push(piece: ReasoningDetail): string {
    const key = `${piece.type}:${piece.index ?? 0}`;
    const known = this.gathered.get(key);
    if (known) join(known, piece);
    else this.gathered.set(key, { ...piece });
    return piece.text ?? piece.summary ?? "";
  }

  toSignature(): string {
    return JSON.stringify([...this.gathered.values()]);
  }
}

function join(known: ReasoningDetail, piece: ReasoningDetail): void {
  for (const field of ["text", "summary", "data"] as const) {
    if (piece[field] !== undefined) known[field] = (known[field] ?? "") + piece[field];
  }
  if (piece.signature) known.signature = piece.signature;
}
