import type { InlineToken } from "./tokens.ts";

/** A link whose text is its address, and its length in the source. */
export interface Autolink {
  readonly token: InlineToken;
  readonly length: number;
}

const BRACKETED = /<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*))>/y;
const TAG = /<(?:\/?[A-Za-z][^<>]*|!--[\s\S]{0,2000}?--|[?!][^<>]*)>/y;
const BARE = /(?:https?:\/\/|www\.)[^\s<]+/iy;
const MAIL_DOMAIN = /@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}(?![\w-])/y;
const MAIL_NAME = /[\w.+-]{1,64}$/;

/** Reads `<https://example.org>`, `<name@example.org>`, or a tag that is shown as written. */
export function readBracketed(text: string, start: number): Autolink | undefined {
  const match = at(BRACKETED, text, start);
  if (match) {
    const [whole, url, mail] = match;
    const label = url ?? mail ?? "";
    return { token: link(label, url ?? `mailto:${label}`), length: whole.length };
  }
  const tag = at(TAG, text, start)?.[0];
  return tag === undefined ? undefined : { token: { type: "html", text: tag }, length: tag.length };
}

/** Reads a web address in running text. Punctuation at its end belongs to the sentence. */
export function readBareUrl(text: string, start: number, within: "brackets" | "text"): Autolink | undefined {
  // The second letter rules out nearly every word without a pattern.
  const second = text.charCodeAt(start + 1) | 0x20;
  if (second !== 0x74 && second !== 0x77) return undefined;
  if (start > 0 && /[\w/@]/.test(text.charAt(start - 1))) return undefined;
  const found = at(BARE, text, start)?.[0];
  if (found === undefined) return undefined;
  const url = withoutSentenceEnd(within === "brackets" ? (found.split("]", 1)[0] ?? "") : found);
  if (!/^(?:https?:\/\/|www\.)[\w\u0080-\uffff]/i.test(url)) return undefined;
  return { token: link(url, /^www/i.test(url) ? `http://${url}` : url), length: url.length };
}

/** Reads the mail address whose `@` is at `index`, with its name from the text before. */
export function readBareMail(
  text: string,
  index: number,
): { token: InlineToken; start: number; end: number } | undefined {
  const domain = at(MAIL_DOMAIN, text, index)?.[0];
  const name = MAIL_NAME.exec(text.slice(Math.max(0, index - 64), index))?.[0];
  if (domain === undefined || name === undefined) return undefined;
  const address = name + domain;
  return { token: link(address, `mailto:${address}`), start: index - name.length, end: index + domain.length };
}

function withoutSentenceEnd(url: string): string {
  let end = url.length;
  let open = 0;
  for (const character of url)
    if (character === "(") open++;
    else if (character === ")") open--;
  for (; end > 0; end--) {
    const last = url.charAt(end - 1);
    if (last === ")" && open < 0) open++;
    else if (!/[?!.,:;*_~'"]/.test(last)) break;
  }
  return url.slice(0, end);
}

function link(text: string, href: string): InlineToken {
  return { type: "link", href, text, tokens: [{ type: "text", text }] };
}

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
