import { RequestError } from "./ai-error.ts";

/**
 * Limits on what a server may send. The server, or a proxy in between, decides these lengths, and without a limit each of them could
 * exhaust the memory. All are far above what real servers send. When one is exceeded, reading fails with an error that names it, and the
 * connection is closed.
 */
const MEGABYTE = 1024 * 1024;

/** Characters of one line. The longest real lines repeat a whole answer or contain an image as Base64: a few megabytes. */
export const LONGEST_LINE = 64 * MEGABYTE;

/** Characters of all the `data` lines of one server-sent event. */
export const LONGEST_EVENT = 64 * MEGABYTE;

/** Characters of text, thinking and tool arguments in one answer. A model that writes 128,000 tokens stays below one megabyte. */
export const LONGEST_ANSWER = 64 * MEGABYTE;

/** Counted for each line, fragment or delta in addition to its length, so that endless empty pieces reach a limit too. */
export const PIECE_COST = 32;

/** Counted for each block of an answer, which takes far more memory than its text. */
export const BLOCK_COST = 1024;

/**
 * Bytes of one streamed answer, after decompression. Each word takes about 300 bytes of JSON, so 800,000 tokens fit. Limits what no other
 * limit counts: comments, skipped events, signatures, and the expansion of a small compressed body.
 */
export const LONGEST_STREAM = 256 * MEGABYTE;

/** Bytes of one message of an AWS event stream. The format itself allows 24 MB. */
export const LONGEST_AWS_FRAME = 24 * MEGABYTE;

/** Bytes of one WebSocket message, over all its fragments. */
export const LONGEST_MESSAGE = 64 * MEGABYTE;

/** Bytes of a control frame, by RFC 6455. */
export const LONGEST_CONTROL_FRAME = 125;

/** Bytes of a small JSON answer, such as tokens and lists of models. The longest catalogue has a few megabytes. */
export const LONGEST_JSON = 32 * MEGABYTE;

/** Bytes of an answer that is read completely and may contain images. */
export const LONGEST_WHOLE_ANSWER = 256 * MEGABYTE;

/** Bytes that are read of an error response: the relevant sentence is in its first lines. */
export const LONGEST_ERROR_TEXT = 64 * 1024;

/**
 * How many times `timeoutMs` an answer may take that sends only signs of life: with the default of 5 minutes, 20 minutes. Reasoning models
 * keep a connection open with comments for minutes, but never that long.
 */
export const SIGNS_OF_LIFE_FACTOR = 4;

/** Creates the error for exceeding a limit. A retry would fail in the same way. */
export function tooLong(what: string, limit: number): RequestError {
  return new RequestError(
    `${what} is longer than ${limit / MEGABYTE} MB, the most that is read. The connection was closed. Check the base URL.`,
    { code: "server", permanent: true },
  );
}
