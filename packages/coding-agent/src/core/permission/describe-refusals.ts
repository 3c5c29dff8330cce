import type { PermissionRefusal } from "./session-permission.ts";

/** Describes what a run without a user was not permitted to do, and how to permit it. */
export function describeRefusals(refused: readonly PermissionRefusal[]): string[] {
  if (refused.length === 0) return [];
  const rules = [...new Set(refused.flatMap((each) => each.rules))];
  const calls = new Set(refused.map((each) => `Not permitted: ${subjectOf(each)}`));
  const add =
    rules.length === 0
      ? []
      : [`add ${rules.map((rule) => JSON.stringify(rule)).join(", ")} to permissions.allow in the settings`];
  const ways = [...add, "choose another mode with --permission-mode or TAU_PERMISSION_MODE"];
  return [...calls, `To permit this, ${ways.join(", or ")}.`];
}

/** Returns the command, or the tool with its paths or host, in one line. */
function subjectOf({ tool, command, paths, host, agent }: PermissionRefusal): string {
  const subject = command ?? [tool, ...(host === undefined ? (paths ?? []) : [host])].join(" ");
  return agent === undefined ? subject : `${subject} (${agent})`;
}
