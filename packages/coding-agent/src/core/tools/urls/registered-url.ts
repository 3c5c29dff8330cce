import { errorText } from "../../error-text.ts";
import { ToolError } from "../tool-error.ts";
import type { UrlSources } from "./locate-url.ts";
import type { ToolUrl, UrlCall, UrlContent, UrlScheme } from "./url-scheme.ts";

export interface RegisteredUrl {
  readonly url: ToolUrl;
  readonly scheme: UrlScheme;
}

const URL_PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)\/?([^?#]*)(?:\?([^#]*))?/is;

/** Returns the URL with its registered scheme (from extensions or the client), or `undefined` if there is none. */
export function findRegistered(given: string, sources: UrlSources | undefined): RegisteredUrl | undefined {
  const [, name, host = "", path = "", query = ""] = URL_PARTS.exec(given) ?? [];
  if (name === undefined) return undefined;
  const scheme = sources?.schemes?.().find((each) => each.scheme.toLowerCase() === name.toLowerCase());
  if (!scheme) return undefined;
  const url = { href: given, scheme: name.toLowerCase(), host: decode(host, given), path: decode(path, given), query };
  checkPath(url);
  return { url, scheme };
}

/** Reads the URL through its scheme. The model can read the error if this fails. */
export async function readRegistered({ url, scheme }: RegisteredUrl, call: UrlCall): Promise<UrlContent> {
  const { read } = scheme;
  if (!read) return { bytes: await readLocated({ url, scheme }, call) };
  return await asked(call, async () => await read.call(scheme, url, call));
}

/** Resolves to the file behind the URL, if the scheme has one. */
export async function locateRegistered({ url, scheme }: RegisteredUrl, call: UrlCall): Promise<string | undefined> {
  const { locate } = scheme;
  return locate && (await asked(call, async () => await locate.call(scheme, url, call)));
}

export async function writeRegistered({ url, scheme }: RegisteredUrl, content: string, call: UrlCall): Promise<void> {
  const { write } = scheme;
  if (!write) throw new ToolError("not-writable", `${url.href} cannot be written: it is read-only.`);
  await asked(call, async () => await write.call(scheme, url, content, call));
}

/** Calls the scheme. An aborted call does not wait for a scheme that ignores the signal. */
async function asked<T>({ signal }: UrlCall, ask: () => Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(new ToolError("aborted", "Operation aborted"));
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await Promise.race([ask(), stopped.promise]);
  } catch (error) {
    throw error instanceof ToolError ? error : failed(error);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

async function readLocated(registered: RegisteredUrl, call: UrlCall): Promise<Uint8Array> {
  const { readFile } = await import("node:fs/promises");
  const path = await locateRegistered(registered, call);
  if (path === undefined) throw new ToolError("not-found", `${registered.url.href} stands for no file.`);
  return await readFile(path);
}

function decode(text: string, href: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw badEncoding(href, error);
  }
}

function badEncoding(href: string, cause: unknown): ToolError {
  return new ToolError("invalid-argument", `${href} has a % that begins no character. Write it as %25.`, { cause });
}

function failed(cause: unknown): ToolError {
  return new ToolError("unavailable", errorText(cause), { cause });
}

/** Rejects `..`, backslashes and NUL, because a scheme may serve the files of a folder and no URL may lead out of it. */
function checkPath({ href, host, path }: ToolUrl): void {
  const segments = [host, ...path.split("/")];
  if (segments.includes("..") || /[\\\0]/.test(host + path))
    throw new ToolError("invalid-argument", `${href} holds .., a backslash or a NUL character. Give the URL without.`);
}
