import type { RpcSessionState, SessionEntry } from "@tau/coding-agent";

export type TodoPhase = RpcSessionState["todoPhases"][number];
export type TodoTask = TodoPhase["tasks"][number];

/** The kind of the entries that hold the list: `set_todos` writes it and `get_state` reads it too. */
export const TODO_ENTRY = "todo-phases";

/** The list as a branch has it: the latest entry counts. */
export function readPhases(branch: readonly SessionEntry[]): readonly TodoPhase[] {
  const entry = branch.findLast((each) => each.type === "custom" && each.customType === TODO_ENTRY);
  const data = entry?.type === "custom" ? (entry.data as { phases?: unknown } | undefined) : undefined;
  return Array.isArray(data?.phases) ? (data.phases as TodoPhase[]) : [];
}
