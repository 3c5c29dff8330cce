/**
 * Removes escape sequences, other control characters, and characters that are invisible or change the direction of text, in which instructions
 * can hide. Joiners between letters and variants of emoji stay: languages need them.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-_]?/g, "")
    .replace(/\r\n?/g, "\n")
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu,
      "",
    );
}
