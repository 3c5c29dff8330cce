import {
  CHUNK_LINES,
  type Grammar,
  grammarOf,
  MAX_CHUNK_CHARACTERS,
  MAX_PAINTED_LINES,
  scopeColor,
  type Token,
  tokenLines,
} from "../../../../core/highlight/index.ts";
import type { Theme, ThemeColor } from "../../../../core/themes/index.ts";

/** Time for colouring per frame. The rest of the text waits for the next frame. */
const BUDGET_MS = 6;
/** Larger than the number of chunks in a single text, so that one text does not evict its own chunks. */
const MAX_CACHED_CHUNKS = 2048;

export interface PaintRequest {
  /** A name as returned by `languageOfPath`. */
  readonly language: string | undefined;
  /** The colour of text without a scope. */
  readonly plain: ThemeColor;
  /** Whether a text that takes longer than a frame may wait for the next one. Default: `by frame`. */
  readonly pace?: "by frame" | "at once";
  /** Called once if some lines were returned plain and can be coloured now. */
  readonly onReady: () => void;
}

/**
 * Colours code line by line without waiting. Lines that cannot be coloured in time are returned plain, and `onReady` is called when they
 * can be.
 */
export class Highlighter {
  private readonly theme: () => Theme;
  private painted: { readonly theme: Theme; readonly chunks: Map<string, string[]> } | undefined;
  private readonly waiting = new Set<() => void>();
  private spent = 0;
  private pause: NodeJS.Immediate | undefined;

  constructor(theme: () => Theme) {
    this.theme = theme;
  }

  paint(lines: readonly string[], request: PaintRequest): string[] {
    const { language, onReady } = request;
    const grammar = language === undefined ? undefined : grammarOf(language, onReady);
    const painted: string[] = [];
    for (let start = 0; start < lines.length; start += CHUNK_LINES) {
      const chunk = lines.slice(start, start + CHUNK_LINES);
      const chosen = start < MAX_PAINTED_LINES ? grammar : undefined;
      for (const line of this.paintChunk(chunk, chosen, request)) painted.push(line);
    }
    return painted;
  }

  private paintChunk(lines: readonly string[], grammar: Grammar | undefined, request: PaintRequest): string[] {
    const { plain, language, onReady } = request;
    const code = lines.join("\n");
    const theme = this.theme();
    const plainLines = () => lines.map((line) => (line === "" ? "" : theme.fg(plain, line)));
    if (!grammar || code.length > MAX_CHUNK_CHARACTERS) return plainLines();
    const chunks = this.chunksOf(theme);
    const key = `${language} ${plain}\n${code}`;
    const known = chunks.get(key);
    if (known) return keep(chunks, key, known);
    if (this.spent > BUDGET_MS && request.pace !== "at once") {
      this.waiting.add(onReady);
      return plainLines();
    }
    const made = this.timed(() => tokenLines(grammar.markUp(code)).map((tokens) => paintTokens(tokens, plain, theme)));
    if (chunks.size >= MAX_CACHED_CHUNKS) chunks.delete(chunks.keys().next().value ?? "");
    return keep(chunks, key, made);
  }

  private chunksOf(theme: Theme): Map<string, string[]> {
    if (this.painted?.theme !== theme) this.painted = { theme, chunks: new Map() };
    return this.painted.chunks;
  }

  private timed<T>(work: () => T): T {
    const start = performance.now();
    const result = work();
    this.spent += performance.now() - start;
    this.pause ??= setImmediate(() => this.resume());
    return result;
  }

  private resume(): void {
    this.pause = undefined;
    this.spent = 0;
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const onReady of waiting) onReady();
  }
}

/** Moves the chunk to the end of the cache, so that the least recently used one is dropped first. */
function keep(chunks: Map<string, string[]>, key: string, lines: string[]): string[] {
  chunks.delete(key);
  chunks.set(key, lines);
  return lines;
}

function paintTokens(tokens: readonly Token[], plain: ThemeColor, theme: Theme): string {
  return tokens.map(({ text, scope }) => theme.fg((scope && scopeColor(scope)) || plain, text)).join("");
}
