/** Error texts of known servers for a prompt that is too long. */
const OVERFLOW: readonly RegExp[] = [
  /prompt is too long/i,
  /prompt too long/i,
  /request_too_large/i,
  /input is too long/i,
  /exceeds? (?:the |this |your )?(?:model'?s? )?(?:the )?context (?:window|length|limit)/i,
  /exceeds (?:the )?(?:model'?s )?maximum context length/i,
  /maximum context length (?:is|of) [\d,]+/i,
  /context[ _]length[ _]exceeded/i,
  /context[ _]window[ _](?:will[ _])?(?:exceeded|overflow|be exceeded)/i,
  /model_context_window_exceeded/i,
  /input token count.{0,40}exceeds the maximum/i,
  /maximum prompt length is \d+/i,
  /reduce the length of the messages/i,
  /too large for model with \d+ maximum context length/i,
  /exceeds the maximum allowed input length/i,
  /is longer than the model'?s context length/i,
  /exceeds the available context size/i,
  /greater than the context length/i,
  /exceeded model token limit/i,
  /but the configured context size is/i,
  /range of input length should be/i,
  /context window exceeds (?:the )?limit/i,
  /prompt token count of \d+ exceeds the limit/i,
  /prompt exceeds (?:the )?max(?:imum)? length/i,
  /input tokens exceed the (?:configured )?limit/i,
  /exceed_context_size/i,
  /too many input tokens/i,
  /too many tokens/i,
  /token limit exceeded/i,
];

/** Tested first: the error of a throttled request may mention tokens although the prompt is not too long. */
const NOT_OVERFLOW: readonly RegExp[] = [
  /throttl/i,
  /rate.?limit/i,
  /too many requests/i,
  /service unavailable/i,
  /too many tokens,? please wait/i,
  /tokens per (?:minute|day|hour)/i,
];

/** Servers that answer 400 or 413 with an empty body mean that the prompt is too long. */
const BARE_STATUS = /^(?:4(?:00|13)\s*(?:status code)?\s*\(no body\))|failed to parse request/i;

/** Returns whether the text of an error says that the prompt was too long. */
export function isOverflowText(text: string): boolean {
  if (NOT_OVERFLOW.some((pattern) => pattern.test(text))) return false;
  return BARE_STATUS.test(text) || OVERFLOW.some((pattern) => pattern.test(text));
}

export function getOverflowPatterns(): RegExp[] {
  return [...OVERFLOW];
}
