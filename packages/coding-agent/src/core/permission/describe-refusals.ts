import type { PermissionRequest } from "./permission.ts";
import type { PermissionRefusal } from "./session-permission.ts";

/** What a run without a user was not permitted to do, and how to permit it. */
export function describeRefusals(refused: readonly PermissionRefusal[]): string[] {
  if (refused.length === 0) return [];
  const rules = [...new Set(refused.flatMap((each) => each.rules))];
  const calls = new Set(refused.map(({ request }) => `Not permitted: ${subjectOf(request)}`));
  const add =
    rules.length === 0
      ? []
      : [`add ${rules.map((rule) => JSON.stringify(rule)).join(", ")} to permissions.allow in the settings`];
  const ways = [...add, "choose another mode with --permission-mode or TAU_PERMISSION_MODE"];
  return [...calls, `To permit this, ${ways.join(", or ")}.`];
}

/** The command, or the tool with what it is about, in one line. */
export function subjectOf({ tool, command, paths, host, agent }: PermissionRequest): string {
  const subject = command ?? [tool, ...(host === undefined ? (paths ?? []) : [host])].join(" ");
  return agent === undefined ? subject : `${subject} (${agent})`;
}
