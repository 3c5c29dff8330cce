import { ToolError } from "../tool-error.ts";

/** The whole outputs that tools of the session have saved. */
export interface ArtifactSource {
  find(id: number): string | undefined;
  list(): readonly { readonly id: number }[];
}

/** Returns the file behind `artifact://3`. */
export function locateArtifact(id: string, artifacts: ArtifactSource | undefined): string {
  const path = /^\d+$/.test(id) ? artifacts?.find(Number(id)) : undefined;
  if (path !== undefined) return path;
  const known = artifacts?.list() ?? [];
  const hint = known.length === 0 ? "This session has none." : `There are: ${known.map((each) => each.id).join(", ")}.`;
  throw new ToolError("not-found", `There is no artifact ${id}. ${hint}`);
}
