import type { PermissionRequest } from "../permission/index.ts";
import { resolveToCwd } from "./path.ts";
import { builtinTools } from "./registry.ts";
import { isOwnUrl } from "./urls/is-own-url.ts";

/** What a call is about to do, for a policy to decide on. A tool that is not built in has said nothing about itself. */
export function describeCall(toolName: string, args: unknown, cwd: string): PermissionRequest {
  const tool = builtinTools.find((candidate) => candidate.name === toolName);
  if (!tool) return { tool: toolName, effect: "unknown" };
  const { path = ".", command } = args as { path?: string; command?: string };
  if (command !== undefined) return { tool: toolName, effect: tool.effect, paths: [cwd], command };
  const isUrl = tool.takesUrls === true && isOwnUrl(path);
  return { tool: toolName, effect: tool.effect, paths: [isUrl ? path : resolveToCwd(path, cwd)] };
}
