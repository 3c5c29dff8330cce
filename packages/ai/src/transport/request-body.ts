import { wellFormed } from "./request-text.ts";

/** The JSON of a request: a text, or its bytes in pieces where it is long. */
export type RequestBody = string | readonly Uint8Array[];

const PIECE_LENGTH = 1 << 16;

/** A long conversation is written and encoded a piece at a time: as one text beside its bytes it would take twice the memory. */
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

/** The whole text, for what signs it and for `fetch`. */
export function bodyText(body: RequestBody): string {
  if (typeof body === "string") return body;
  const decoder = new TextDecoder();
  return body.map((piece) => decoder.decode(piece, { stream: true })).join("");
}

/** What `JSON.stringify` writes, with each item of the lists at the top, such as messages and tools, apart. */
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
