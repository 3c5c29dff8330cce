import { locateUrl, type UrlSources } from "./locate-url.ts";

/**
 * Words of a shell command that are URLs of ours, in quotes or bare, become the paths of their files. A URL within a longer text in
 * quotes is a part of that text.
 */
export function expandUrls(command: string, sources: UrlSources): string {
  if (!command.includes("://")) return command;
  return command.replace(WORD, (word, before: string, inDouble?: string, inSingle?: string, bare?: string) => {
    const path = locateUrl(inDouble ?? inSingle ?? bare ?? "", sources);
    return path === undefined ? word : before + quote(path);
  });
}

const URL_START = String.raw`(?:artifact://\d|skill://[\w%])`;
const WORD = new RegExp(
  String.raw`(^|[\s=;&|()<>])(?:"(${URL_START}[^"$\`\\]*)"|'(${URL_START}[^']*)'|(${URL_START}[^\s;&|()<>"'$\`\\]*))(?=$|[\s;&|()<>])`,
  "g",
);

function quote(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
