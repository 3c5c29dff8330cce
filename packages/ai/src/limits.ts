import { RequestError } from "./ai-error.ts";

/**
 * How much a server may send. A server, or whatever stands between, decides these lengths, and without a limit each of them
 * could fill the memory. All are far above what real servers send; where one is exceeded, reading ends with an error that
 * names it, and the connection is closed.
 */
const MEGABYTE = 1024 * 1024;

/** Characters of one line. The longest real lines repeat a whole answer or hold a picture as Base64: a few megabytes. */
export const LONGEST_LINE = 64 * MEGABYTE;

/** Characters of all the `data` lines of one server-sent event. */
export const LONGEST_EVENT = 64 * MEGABYTE;

/** Characters of text, thinking and tool arguments in one answer. A model that writes 128,000 tokens stays below one megabyte. */
export const LONGEST_ANSWER = 64 * MEGABYTE;

/** What a line, fragment or delta counts for beside its length: pieces without content, sent without end, reach a limit too. */
export const PIECE_COST = 32;

/** The same for a block of an answer, which holds far more beside its text. */
export const BLOCK_COST = 1024;

/**
 * Bytes of one streamed answer, after decompression. Each word travels in some 300 bytes of JSON, so that 800,000 tokens
 * fit. It bounds what no other limit counts: comments, events that are skipped, signatures, and what a small compressed body
 * becomes.
 */
export const LONGEST_STREAM = 256 * MEGABYTE;

/** Bytes of one message of an AWS event stream. The format itself allows 24 MB. */
export const LONGEST_AWS_FRAME = 24 * MEGABYTE;

/** Bytes of one WebSocket message, over all its fragments. */
export const LONGEST_MESSAGE = 64 * MEGABYTE;

/** Bytes of a control frame, by RFC 6455. */
export const LONGEST_CONTROL_FRAME = 125;

/** Bytes of a small JSON answer: tokens, lists of models. The longest catalogue has a few megabytes. */
export const LONGEST_JSON = 32 * MEGABYTE;

/** Bytes of an answer that is read whole and may hold pictures. */
export const LONGEST_WHOLE_ANSWER = 256 * MEGABYTE;

/** Bytes that are read of an error's description: the sentence that tells of a failure stands in the first lines. */
export const LONGEST_ERROR_TEXT = 64 * 1024;

/**
 * How many times `timeoutMs` an answer may take that shows signs of life and nothing else: with the default of 5 minutes,
 * 20. Models that reason keep a connection open with comments for minutes; none does so for that long.
 */
export const SIGNS_OF_LIFE_FACTOR = 4;

/** `what` exceeds a limit. Asking again would only repeat it. */
export function tooLong(what: string, limit: number): RequestError {
  return new RequestError(
    `${what} is longer than ${limit / MEGABYTE} MB, the most that is read. The connection was closed. Check the base URL.`,
    { code: "server", permanent: true },
  );
}
