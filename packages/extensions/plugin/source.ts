import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { isObject, type Json, textOf } from "./json.ts";
import { PluginError } from "./plugin-error.ts";

/** Where a marketplace or a plugin is fetched from. */
export type Source =
  | { readonly kind: "folder"; readonly path: string }
  /** A catalogue without a folder: its plugins must name their own repositories. */
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "git"; readonly url: string; readonly ref?: string; readonly path?: string };

/** Reads what the user typed: `owner/repo[@ref]`, a git URL, the address of a catalogue, or a folder. */
export function sourceOfUser(text: string, cwd: string): Source {
  if (/^(?:\.{1,2}|~)?(?:\/|$)/.test(text) || isAbsolute(text))
    return { kind: "folder", path: resolve(cwd, text.replace(/^~(?=\/|$)/, homedir())) };
  const [, repo, ref] = /^([\w.-]+\/[\w.-]+)(?:@(.+))?$/.exec(text) ?? [];
  if (repo !== undefined) return gitSource(`https://github.com/${repo}.git`, ref);
  if (/^https?:\/\/.*\.json(?:\?.*)?$/.test(text)) return { kind: "url", url: text };
  const [url = "", branch] = text.split("#");
  return gitSource(url, branch, { allowsFile: true });
}

/** Reads the source of a plugin in a marketplace. `root` is the marketplace's folder, if it has one. */
export function sourceOfPlugin(
  source: unknown,
  place: { root?: string; pluginRoot?: string; isLocal: boolean },
): Source {
  if (typeof source === "string") return relativeSource(source, place);
  if (!isObject(source)) throw new PluginError("The plugin has no usable source.");
  const kind = textOf(source, "source");
  const pin = textOf(source, "sha") ?? textOf(source, "ref");
  const options = { allowsFile: place.isLocal };
  if (kind === "github") return gitSource(`https://github.com/${repository(source)}.git`, pin);
  if (kind === "url") return gitSource(required(source, "url"), pin, options);
  if (kind === "git-subdir") {
    const url = required(source, "url");
    const full = /^[\w.-]+\/[\w.-]+$/.test(url) ? `https://github.com/${url}.git` : url;
    return { ...gitSource(full, pin, options), path: insidePath(required(source, "path")) };
  }
  throw new PluginError(`Tau does not install plugins from the source "${kind}". It installs from git and folders.`);
}

function relativeSource(source: string, { root, pluginRoot = "" }: { root?: string; pluginRoot?: string }): Source {
  if (root === undefined)
    throw new PluginError("The marketplace is a single file, so it has no folder for the plugin.");
  return { kind: "folder", path: join(root, insidePath(join(pluginRoot, source))) };
}

/** Returns a relative path, or throws if it leaves its folder. */
export function insidePath(path: string): string {
  const isOutside = isAbsolute(path) || /^[a-z]:/i.test(path) || path.split(/[\\/]/).includes("..");
  if (isOutside) throw new PluginError(`The path "${path}" leads out of its folder, so it is not used.`);
  return path;
}

function repository(source: Json): string {
  const repo = required(source, "repo");
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo) || repo.startsWith("-")) throw new PluginError(`"${repo}" is no repository.`);
  return repo;
}

function required(source: Json, key: string): string {
  const value = textOf(source, key);
  if (value === undefined) throw new PluginError(`The source of the plugin lacks "${key}".`);
  return value;
}

/** Accepts only addresses that git cannot take for an option or a program. */
function gitSource(
  url: string,
  ref?: string,
  options: { allowsFile?: boolean } = {},
): Extract<Source, { kind: "git" }> {
  const isRemote = /^(?:https?|ssh|git):\/\/[\w[]/.test(url) || /^[\w.]+@[\w.-]+:[^:]/.test(url);
  const isFile = options.allowsFile === true && /^file:\/\/\//.test(url);
  if (!(isRemote || isFile) || /[\s\u0000-\u001f]/.test(url))
    throw new PluginError(`"${url}" is no address of a git repository that Tau uses.`);
  if (ref !== undefined && (!/^\w[\w./-]*$/.test(ref) || ref.includes("..")))
    throw new PluginError(`"${ref}" is no name of a branch, tag or commit.`);
  return { kind: "git", url, ...(ref === undefined ? {} : { ref }) };
}

/** Returns the source for messages, without credentials. */
export function sourceText(source: Source): string {
  if (source.kind === "folder") return source.path;
  const shown = source.url.replace(/\/\/[^/@]*@/, "//");
  return source.kind === "git" && source.ref !== undefined ? `${shown} at ${source.ref}` : shown;
}
