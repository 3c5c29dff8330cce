import { isAbsolute } from "node:path";
import { linkTarget } from "../files/link-target.ts";
import type { PermissionRequest } from "./permission.ts";

/** Adds the targets of links to the paths of a request: the model may have made a link that leads out of the workspace. */
export function followLinks(request: PermissionRequest): PermissionRequest {
  if (!request.paths) return request;
  return { ...request, paths: [...new Set(request.paths.flatMap((path) => [path, ...targetOf(path)]))] };
}

function targetOf(path: string): string[] {
  return isAbsolute(path) ? [linkTarget(path)] : [];
}
