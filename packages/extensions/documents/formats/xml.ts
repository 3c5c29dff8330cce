import { StringDecoder } from "node:string_decoder";

export interface XmlHandlers {
  /** The name has no namespace prefix. */
  open?(name: string, attributes: () => Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Returns true if the rest need not be read. */
  isDone?(): boolean;
}

/** Characters that may wait for the end of a tag. A longer tag is an attack. */
const MAX_TAG = 4 * 1024 * 1024;

/**
 * Walks through XML as it arrives. Entities of a document type are not expanded, and nothing outside of the text is loaded: a name such as
 * `&lol9;` stays as it is.
 */
export async function walkXml(chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of chunks) {
    rest = walkPart(rest + decoder.write(Buffer.from(chunk)), handlers);
    if (rest.length > MAX_TAG) throw new Error("the XML is damaged: a tag does not end");
    if (handlers.isDone?.()) return;
  }
  walkPart(rest + decoder.end(), handlers);
}

/** Handles all complete tags. Returns the rest, which begins with an incomplete tag or is text. */
function walkPart(xml: string, handlers: XmlHandlers): string {
  let at = 0;
  for (let start = xml.indexOf("<"); start >= 0; start = xml.indexOf("<", at)) {
    if (start > at) handlers.text?.(unescapeXml(xml.slice(at, start)));
    const end = tagEnd(xml, start);
    if (end < 0) return xml.slice(start);
    handleTag(xml.slice(start, end), handlers);
    at = end;
  }
  return xml.slice(at);
}

/** Markup that is no tag, with its end. */
const MARKUP: readonly (readonly [string, RegExp])[] = [
  ["<!--", /-->/g],
  ["<![CDATA[", /\]\]>/g],
  ["<?", /\?>/g],
];
const TAG_END = /(?:[^>"']|"[^"]*"|'[^']*')*>/y;

/** Returns the place behind a tag, or -1 if it has not arrived whole. */
function tagEnd(xml: string, start: number): number {
  for (const [opening, end] of MARKUP) {
    if (xml.length - start < opening.length && opening.startsWith(xml.slice(start))) return -1;
    if (!xml.startsWith(opening, start)) continue;
    return endOf(xml, start + opening.length, end);
  }
  if (xml.startsWith("<!", start)) return declarationEnd(xml, start);
  TAG_END.lastIndex = start;
  return TAG_END.test(xml) ? TAG_END.lastIndex : -1;
}

function endOf(xml: string, start: number, end: RegExp): number {
  end.lastIndex = start;
  return end.test(xml) ? end.lastIndex : -1;
}

/** Returns the place behind a document type, which may hold declarations in brackets. */
function declarationEnd(xml: string, start: number): number {
  const [bracket, end] = [xml.indexOf("[", start), xml.indexOf(">", start)];
  return bracket >= 0 && bracket < end ? endOf(xml, bracket, /\]\s*>/g) : end < 0 ? -1 : end + 1;
}

const CDATA = "<![CDATA[";
const TAG = /^<(\/?)(?:[^\s/>:]*:)?([^\s/>]+)([\s\S]*?)(\/?)>$/;

function handleTag(tag: string, handlers: XmlHandlers): void {
  if (tag.startsWith(CDATA)) handlers.text?.(tag.slice(CDATA.length, -3));
  const [, slash, name, attributes = "", end] = /^<[!?]/.test(tag) ? [] : (TAG.exec(tag) ?? []);
  if (name === undefined) return;
  if (slash === "") handlers.open?.(name, () => parseAttributes(attributes));
  if (slash !== "" || end !== "") handlers.close?.(name);
}

function parseAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = "", double, single] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name] = unescapeXml(double ?? single ?? "");
  return found;
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function unescapeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name as string] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
