/** Sequences that move a cursor, set a title or a link, with the text of those that carry one. */
const SEQUENCES =
  /\u001b\[[0-?]*[ -/]*[@-~]|[\u001b\u009b-\u009f][\]PX^_][^\u0007\u001b\u009c]{0,10000}(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;
/** Control characters, signs that turn the direction of writing, and those that no reader sees but a model does. */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** What a server says of itself and its tools, as the user would see it: the model reads nothing else. */
export function cleanText(text: string, maxLength = 4000): string {
  const clean = text.replaceAll("\r\n", "\n").replace(SEQUENCES, "").replace(UNSEEN, "").trim();
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength)}…`;
}
