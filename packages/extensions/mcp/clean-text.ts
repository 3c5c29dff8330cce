/** Sequences that move the cursor or set a title or link, including their text. */
const SEQUENCES =
  /\u001b\[[0-?]*[ -/]*[@-~]|[\u001b\u009b-\u009f][\]PX^_][^\u0007\u001b\u009c]{0,10000}(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;
/** Control characters, direction marks, and characters that are invisible to readers but not to a model. */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Cleans a text of a server, so that the model reads only what the user would see. */
export function cleanText(text: string, maxLength = 4000): string {
  const clean = text.replaceAll("\r\n", "\n").replace(SEQUENCES, "").replace(UNSEEN, "").trim();
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength)}…`;
}
