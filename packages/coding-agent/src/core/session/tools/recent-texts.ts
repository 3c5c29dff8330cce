import { decodeText, isBinary } from "../../files/index.ts";

const MOST_FILES = 8;
const MAX_BYTES = 4 * 1024 * 1024;

/** The texts of the files that were read last. Each is shown right after it was read, so a few are enough. */
export class RecentTexts {
  /** The latest is last. */
  private readonly texts = new Map<string, string>();

  of(path: string): string | undefined {
    return this.texts.get(path);
  }

  /** Returns the bytes. */
  remember(path: string, bytes: Buffer): Buffer {
    this.texts.delete(path);
    if (bytes.length > MAX_BYTES || isBinary(bytes)) return bytes;
    this.texts.set(path, decodeText(bytes).text);
    if (this.texts.size > MOST_FILES) this.texts.delete([...this.texts.keys()][0] ?? "");
    return bytes;
  }
}
