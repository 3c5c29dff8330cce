import { ToolError } from "../tool-error.ts";
import { type PathWithRange, parseSelector } from "./selector.ts";

/** Whole outputs that tools of the session have left behind. */
export interface ArtifactSource {
  find(id: number): string | undefined;
  list(): readonly { readonly id: number }[];
}

interface ArtifactLocation extends Omit<PathWithRange, "path"> {
  readonly absolutePath: string;
}

const SCHEME = "artifact://";

/** The file behind `artifact://3` or `artifact://3:10-20`; `undefined` for what is no such URL. */
export function locateArtifact(given: string, artifacts: ArtifactSource | undefined): ArtifactLocation | undefined {
  if (!given.startsWith(SCHEME)) return undefined;
  const { path, ...range } = parseSelector(given) ?? { path: given };
  const id = path.slice(SCHEME.length);
  const absolutePath = /^\d+$/.test(id) ? artifacts?.find(Number(id)) : undefined;
  if (absolutePath !== undefined) return { absolutePath, ...range };
  const known = artifacts?.list() ?? [];
  const hint = known.length === 0 ? "This session has none." : `There are: ${known.map((each) => each.id).join(", ")}.`;
  throw new ToolError("not-found", `There is no artifact ${id}. ${hint}`);
}
