import { ToolError } from "../tool-error.ts";
import { type ArtifactSource, locateArtifact } from "./artifact-url.ts";
import { isOwnUrl, type OwnScheme } from "./is-own-url.ts";
import { locateSkillFile, type SkillSource } from "./skill-url.ts";
import type { UrlScheme } from "./url-scheme.ts";

/** The sources of the session's URLs. */
export interface UrlSources {
  readonly artifacts?: ArtifactSource | undefined;
  readonly skills?: SkillSource | undefined;
  /** Returns the currently registered schemes. If several have the same name, the first wins. */
  readonly schemes?: (() => readonly UrlScheme[]) | undefined;
}

const schemes: Readonly<Record<OwnScheme, (rest: string, sources: UrlSources) => string>> = {
  artifact: (rest, { artifacts }) => locateArtifact(rest, artifacts),
  skill: (rest, { skills }) => locateSkillFile(rest, skills),
};

const URL_PATTERN = /^([a-z][a-z0-9+.-]+):\/\/(.*)$/is;

/** Returns the file behind one of our URLs, or `undefined` for any other text. Throws if there is no such file. */
export function locateUrl(given: string, sources: UrlSources = {}): string | undefined {
  const [, scheme = "", rest = ""] = URL_PATTERN.exec(given) ?? [];
  return isOwnUrl(given) ? schemes[scheme as OwnScheme](rest, sources) : undefined;
}

/** Does the same for a tool that takes a path. Throws if the URL contains a pattern, because a URL names one file. */
export function locateSearchUrl(given: string, sources: UrlSources = {}): string | undefined {
  if (isOwnUrl(given) && /[*?[\]{}]/.test(given))
    throw new ToolError(
      "invalid-argument",
      `${given} holds a pattern: a URL names one file. Use the glob for patterns.`,
    );
  return locateUrl(given, sources);
}

/** Returns an error for a URL that no tool here understands, saying what to do instead, or `undefined` for a path. */
export function unknownUrl(given: string, verb: "read" | "write"): ToolError | undefined {
  const scheme = URL_PATTERN.exec(given)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === "file") return undefined;
  return new ToolError("invalid-argument", `Cannot ${verb} ${given}: ${verb === "read" ? instead(scheme) : READ_ONLY}`);
}

function instead(scheme: string): string {
  if (scheme === "http" || scheme === "https") return "read does not fetch from the web. Use bash with curl.";
  return `there is no ${scheme}:// here. Give a path, or a URL that begins with ${KNOWN}.`;
}

const READ_ONLY = "it is a URL, and only paths are written. Give the path of the file.";
const KNOWN = ["file", ...Object.keys(schemes)].map((scheme) => `${scheme}://`).join(" or ");
