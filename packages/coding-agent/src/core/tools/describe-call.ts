import type { PermissionRequest } from "../permission/index.ts";
import { resolveToCwd } from "./path.ts";
import { builtinTools } from "./registry.ts";
import { isOwnUrl } from "./urls/is-own-url.ts";

/** What a tool that is not built in says of a call. */
export type DescribeEffects = (args: unknown) => Omit<PermissionRequest, "tool">;

/** All that such a tool says of its calls. */
export interface SaidEffects {
  /** Its hints are our own. */
  readonly isBattery: boolean;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly openWorldHint?: boolean };
  readonly describe?: DescribeEffects;
}

/** What a call is about to do, for a policy to decide on. */
export function describeCall(toolName: string, args: unknown, cwd: string, said?: SaidEffects): PermissionRequest {
  const described = said && describedCall(toolName, said, args, cwd);
  if (described) return described;
  const tool = builtinTools.find((candidate) => candidate.name === toolName);
  if (!tool) return { tool: toolName, effect: "unknown" };
  const { path = ".", command } = args as { path?: string; command?: string };
  if (command !== undefined) return { tool: toolName, effect: tool.effect, paths: [cwd], command };
  const isUrl = tool.takesUrls === true && isOwnUrl(path);
  return { tool: toolName, effect: tool.effect, paths: [isUrl ? path : resolveToCwd(path, cwd)] };
}

/** A tool that fails to say what it does has said nothing. */
function describedCall(
  tool: string,
  { describe, annotations = {}, isBattery }: SaidEffects,
  args: unknown,
  cwd: string,
): PermissionRequest | undefined {
  if (!describe) {
    const onlyReads = isBattery && annotations.readOnlyHint === true && annotations.openWorldHint === false;
    return onlyReads ? { tool, effect: "read" } : undefined;
  }
  try {
    const { paths, ...effects } = describe(args);
    const absolute = paths?.map((path) => (isOwnUrl(path) ? path : resolveToCwd(path, cwd)));
    return { tool, ...effects, ...(absolute ? { paths: absolute } : {}) };
  } catch {
    return { tool, effect: "unknown" };
  }
}
