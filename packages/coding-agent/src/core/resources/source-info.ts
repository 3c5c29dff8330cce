export type SourceScope = "user" | "project" | "temporary";
export type SourceOrigin = "package" | "top-level";

/** Where a resource comes from: the file, the source that found it, and its scope. */
export interface SourceInfo {
  path: string;
  /**
   * `auto` (in a conventional folder), `local` (listed in settings), `cli`, another discovery provider, or the source
   * of a package.
   */
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

/** Creates the source info of something that is not a file, such as a built-in tool. */
export function createSyntheticSourceInfo(
  path: string,
  options: Pick<SourceInfo, "source"> & Partial<Omit<SourceInfo, "path" | "source">>,
): SourceInfo {
  return { scope: "temporary", origin: "top-level", ...options, path };
}
