import { wellFormed } from "./request-text.ts";

/** The JSON of a request: text, or, if long, its bytes in pieces. */
export type RequestBody = string | readonly Uint8Array[];

const PIECE_LENGTH = 1 << 16;

/** Serializes and encodes a long conversation piece by piece: the whole text together with its bytes would take twice the memory. */
export function requestBody(payload: unknown): RequestBody {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let text = "";
  for (const part of jsonParts(payload)) {
    text += part;
    if (text.length < PIECE_LENGTH) continue;
    pieces.push(encoder.encode(wellFormed(text)));
    text = "";
  }
  if (pieces.length === 0) return wellFormed(text);
  return [...pieces, encoder.encode(wellFormed(text))];
}

/** Returns the whole text, for signatures and for `fetch`. */
export function bodyText(body: RequestBody): string {
  if (typeof body === "string") return body;
  const decoder = new TextDecoder();
  return body.map((piece) => decoder.decode(piece, { stream: true })).join("");
}

/** Yields what `JSON.stringify` writes, but each item of the top-level lists, such as messages and tools, separately. */
function* jsonParts(payload: unknown): Generator<string> {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload) || "toJSON" in payload) {
    yield JSON.stringify(payload);
    return;
  }
  let before = "{";
  for (const [key, value] of Object.entries(payload)) {
    const start = `${before}${JSON.stringify(key)}:`;
    if (Array.isArray(value)) yield* listParts(start, value);
    else {
      const text: string | undefined = JSON.stringify(value);
      if (text === undefined) continue;
      yield start + text;
    }
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* listParts(start: string, items: readonly unknown[]): Generator<string> {
  let before = `${start}[`;
  for (const item of items) {
    yield `${before}${JSON.stringify(item) ?? "null"}`;
    before = ",";
  }
  yield items.length === 0 ? `${before}]` : "]";
}
