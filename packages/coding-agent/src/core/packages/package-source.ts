import { ConfigError } from "../json-file/index.ts";
import { resolveFrom } from "../paths/index.ts";

/** The parsed source of a package. */
export type PackageOrigin =
  | { readonly kind: "npm"; readonly name: string; readonly range?: string }
  | { readonly kind: "git"; readonly url: string; readonly host: string; readonly path: string; readonly ref?: string }
  | { readonly kind: "path"; readonly path: string };

/** Parses `npm:name@range`, `git:host/path@ref`, a repository URL, or a path relative to `base`. */
export function parsePackageSource(source: string, base: string): PackageOrigin {
  const text = source.trim();
  if (text.startsWith("npm:")) return parseNpm(text.slice(4), source);
  if (/^(https?|ssh|git|file):\/\//.test(text) || /^git@[\w.-]+:/.test(text)) return parseGit(text, source);
  if (text.startsWith("git:")) return parseGit(text.slice(4), source);
  if (text === "") throw invalid(source, "it is empty");
  return { kind: "path", path: resolveFrom(base, text) };
}

/** Returns the identity of a package, which does not depend on its version or the way to reach it. */
export function packageIdentity(origin: PackageOrigin): string {
  switch (origin.kind) {
    case "npm":
      return `npm:${origin.name}`;
    case "git":
      return `git:${origin.host.toLowerCase()}/${origin.path}`;
    case "path":
      return origin.path;
  }
}

/** Returns whether updates must leave the package alone, because its source names an exact version or a ref. */
export function isPinned(origin: PackageOrigin): boolean {
  if (origin.kind === "npm") return /^\d+\.\d+\.\d+/.test(origin.range ?? "");
  return origin.kind === "git" && origin.ref !== undefined;
}

export const NPM_NAME = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/i;

function parseNpm(text: string, source: string): PackageOrigin {
  const [, name = "", range] = /^(@?[^@]*)(?:@([^\s-]\S*))?$/.exec(text) ?? [];
  if (!NPM_NAME.test(name)) throw invalid(source, "after npm: there must be the name of a package");
  return range === undefined ? { kind: "npm", name } : { kind: "npm", name, range };
}

function parseGit(text: string, source: string): PackageOrigin {
  const { address, ref } = splitRef(text);
  const { url, host, path } = parseAddress(address) ?? {};
  if (!url || !host || !path) throw invalid(source, "it names no repository");
  // Git takes a word that begins with a hyphen for an option, and the path becomes a folder of ours.
  const parts = [ref ?? "", url, host, ...withoutPassword(address).split(/[/:]/), ...path.split("/")];
  const isUnsafe = parts.some((part) => part.startsWith("-") || isLeadingAway(part));
  if (isUnsafe || path.split("/").some((part) => part.toLowerCase() === ".git"))
    throw invalid(source, "no part of it may begin with a hyphen or lead upwards");
  return { kind: "git", url, host, path, ...(ref === undefined ? {} : { ref }) };
}

/** Returns whether a part cannot be a folder name: `.` or `..`, however encoded, or with a character that ends names. */
function isLeadingAway(part: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(part) || /[\0\\]|%(?:00|2f|5c)/i.test(part);
}

/**
 * Splits off the ref, which follows the first @ of the path and may contain slashes. In a URL, user name, password and
 * port come before the path.
 */
function splitRef(text: string): { address: string; ref?: string } {
  const isUrl = text.includes("://");
  const host = isUrl ? text.indexOf("://") + 3 : 0;
  const path = text.slice(host).search(isUrl ? /\// : /[/:]/) + host;
  const at = path < host ? -1 : text.indexOf("@", path);
  return at < 0 ? { address: text } : { address: text.slice(0, at), ref: text.slice(at + 1) };
}

function parseAddress(address: string): { url: string; host: string; path: string } | undefined {
  const scp = /^(?:[\w.-]+@)([\w.-]+):([^/].*)$/.exec(address);
  if (scp) return { url: address, host: scp[1] ?? "", path: clean(scp[2] ?? "") };
  const withScheme = /^[a-z]+:\/\//.test(address) ? address : `https://${address}`;
  if (!URL.canParse(withScheme)) return undefined;
  const { hostname, pathname, protocol } = new URL(withScheme);
  const host = hostname || (protocol === "file:" ? "local" : "");
  return { url: withScheme, host, path: clean(pathname) };
}

function clean(path: string): string {
  return path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
}

/** Masks credentials in a source or message for display: the text before the host of a URL may be a password or a token. */
export function maskCredentials(text: string): string {
  return text.replace(
    /(\b[a-z][a-z+.-]*:\/\/)([^\s/@"']*(?:@[^\s/@"']*)*)@/gi,
    (match, scheme: string, user: string) => (isPublicName(scheme, user) ? match : `${scheme}***@`),
  );
}

/** Returns whether a user name is public: in `ssh://git@host` it is no secret, but over HTTP it may be a token. */
function isPublicName(scheme: string, user: string): boolean {
  return scheme.toLowerCase().endsWith("ssh://") && !/[:@]/.test(user);
}

function withoutPassword(address: string): string {
  return address.replace(/^([a-z]+:\/\/[^/:@]*):[^/]*@/i, "$1@");
}

function invalid(source: string, reason: string): ConfigError {
  // A source that cannot be parsed may contain a password anywhere before its last @.
  const shown = source.includes("://") && !URL.canParse(source) ? source.replace(/:\/\/.*@/s, "://***@") : source;
  return new ConfigError("package", `"${maskCredentials(shown)}" is no source of a package: ${reason}.`);
}
