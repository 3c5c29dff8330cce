import { isAbsolute } from "node:path";
import { type JudgedPath, judgePath } from "../files/judged-path.ts";
import type { PermissionRequest } from "./permission.ts";

/** Adds the targets of links to the paths of a request: the model may have made a link that leads out of the workspace. */
export function followLinks(request: PermissionRequest): PermissionRequest {
  if (!request.paths) return request;
  const judged = request.judged ?? judgePaths(request);
  const targets = new Map(judged.map(({ path, place, target }) => [path, [path, place, target]]));
  return { ...request, paths: [...new Set(request.paths.flatMap((path) => targets.get(path) ?? [path]))] };
}

/** Follows the links of a request's files. */
export function judgePaths({ paths = [] }: PermissionRequest): JudgedPath[] {
  return paths.filter((path) => isAbsolute(path)).map(judgePath);
}
