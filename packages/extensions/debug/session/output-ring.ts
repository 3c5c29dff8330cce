const MOST_CHARACTERS = 128 * 1024;
const PIECE_CHARACTERS = 1024;

/** The end of what the program has printed. Older output is dropped in pieces, so that appending stays cheap. */
export class OutputRing {
  private pieces: string[] = [];
  private size = 0;
  private dropped = 0;
  private reported = 0;

  append(text: string): void {
    for (let at = 0; at < text.length; at += PIECE_CHARACTERS) this.push(text.slice(at, at + PIECE_CHARACTERS));
  }

  /** Returns what is kept, after a line about what was dropped. */
  text(): string {
    const kept = this.pieces.join("");
    return this.dropped === 0 ? kept : `[${this.dropped} characters of earlier output were dropped]\n${kept}`;
  }

  /** Returns what has arrived since the last call, or its last `most` characters. */
  news(most: number): string {
    const fresh = Math.min(this.size, this.dropped + this.size - this.reported);
    this.reported = this.dropped + this.size;
    if (fresh === 0) return "";
    const text = this.pieces.join("").slice(-fresh);
    return text.length <= most ? text : `[…]${text.slice(-most)}`;
  }

  private push(piece: string): void {
    const last = this.pieces.length - 1;
    const joined = (this.pieces[last] ?? "").length + piece.length <= PIECE_CHARACTERS;
    if (last >= 0 && joined) this.pieces[last] += piece;
    else this.pieces.push(piece);
    this.size += piece.length;
    while (this.size > MOST_CHARACTERS) {
      const { length } = this.pieces.shift() ?? "";
      this.size -= length;
      this.dropped += length;
    }
  }
}
