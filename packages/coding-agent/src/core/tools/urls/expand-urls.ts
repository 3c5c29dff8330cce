import { locateUrl, type UrlSources } from "./locate-url.ts";
import { findRegistered } from "./registered-url.ts";
import type { UrlCall } from "./url-scheme.ts";

export interface ExpandedCommand {
  readonly command: string;
  /** Removes the temporary copies. Call it when the command has ended. */
  release(): Promise<void>;
}

/**
 * Replaces words of a shell command that are our URLs, quoted or bare, by the paths of their files. A URL inside a
 * longer quoted text stays. Web addresses are left to the command itself.
 */
export async function expandUrls(command: string, sources: UrlSources, call: UrlCall = {}): Promise<ExpandedCommand> {
  const copies: (() => Promise<void>)[] = [];
  const release = async () => {
    for (const remove of copies.splice(0)) await remove();
  };
  if (!command.includes("://")) return { command, release };
  try {
    let expanded = "";
    let end = 0;
    for (const match of command.matchAll(wordPattern(sources))) {
      const [word, before = "", inDouble, inSingle, bare] = match;
      const path = await pathOf(inDouble ?? inSingle ?? bare ?? "", sources, call, copies);
      if (path === undefined) continue;
      expanded += command.slice(end, match.index) + before + quote(path);
      end = match.index + word.length;
    }
    return { command: expanded + command.slice(end), release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function pathOf(word: string, sources: UrlSources, call: UrlCall, copies: (() => Promise<void>)[]) {
  const own = locateUrl(word, sources);
  const registered = own === undefined ? findRegistered(word, sources) : undefined;
  if (!registered) return own;
  const { fileOfUrl } = await import("./url-file.ts");
  const file = await fileOfUrl(registered, call);
  copies.push(file.release);
  return file.path;
}

/** Quoted text and escaped characters, which are skipped as a whole. */
const OTHER_TEXT = String.raw`"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^]`;
const WEB = new Set(["http", "https"]);

function wordPattern({ schemes }: UrlSources): RegExp {
  const names = (schemes?.() ?? []).map(({ scheme }) => scheme.toLowerCase()).filter((name) => !WEB.has(name));
  const registered = names.map((name) => `|${name.replace(/[+.]/g, "\\$&")}://[^\\s"'$\`\\\\]`).join("");
  const start = String.raw`(?:artifact://\d|skill://[\w%]${registered})`;
  return new RegExp(
    String.raw`(^|[\s=;&|()<>])(?:"(${start}[^"$\`\\]*)"|'(${start}[^']*)'|(${start}[^\s;&|()<>"'$\`\\]*))(?=$|[\s;&|()<>])|${OTHER_TEXT}`,
    "g",
  );
}

function quote(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
