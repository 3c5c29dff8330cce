import type { RpcSessionState, SessionEntry } from "@tau/coding-agent";

export type TodoPhase = RpcSessionState["todoPhases"][number];
export type TodoTask = TodoPhase["tasks"][number];

/** The type of the entries with the list. The RPC commands `set_todos` and `get_state` use it too. */
export const TODO_ENTRY = "todo-phases";

/** Returns the list of a branch: its latest list entry counts. */
export function readPhases(branch: readonly SessionEntry[]): readonly TodoPhase[] {
  const entry = branch.findLast((each) => each.type === "custom" && each.customType === TODO_ENTRY);
  const data = entry?.type === "custom" ? (entry.data as { phases?: unknown } | undefined) : undefined;
  return Array.isArray(data?.phases) ? (data.phases as TodoPhase[]) : [];
}
