export type SourceScope = "user" | "project" | "temporary";
export type SourceOrigin = "package" | "top-level";

/** Where a resource comes from: the file, who found it, and for whom it holds. */
export interface SourceInfo {
  path: string;
  /** `auto` (in a folder for it), `local` (named in settings), `cli`, another discovery provider, or the source of a package. */
  source: string;
  scope: SourceScope;
  origin: SourceOrigin;
  baseDir?: string;
  changelogPath?: string;
}

export interface ResourceCollision {
  resourceType: string;
  name: string;
  winnerPath: string;
  loserPath: string;
  winnerSource?: string;
  loserSource?: string;
}

export interface ResourceDiagnostic {
  type: "warning" | "error" | "collision";
  message: string;
  path?: string;
  line?: number;
  collision?: ResourceCollision;
}

/** For things that are no file, such as a built-in tool. */
export function createSyntheticSourceInfo(
  path: string,
  options: Pick<SourceInfo, "source"> & Partial<Omit<SourceInfo, "path" | "source">>,
): SourceInfo {
  return { scope: "temporary", origin: "top-level", ...options, path };
}
