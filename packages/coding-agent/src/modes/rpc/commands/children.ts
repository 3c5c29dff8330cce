import type { LiveChild } from "../../../core/session/children/live-child.ts";
import type { Session } from "../../../core/session/session.ts";
import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";
import { RpcError } from "../rpc-error.ts";

export const getChildren = defineCommand({
  name: "get_children",
  summary: "The child sessions that extensions have started and not ended",
  parameters: Type.Object({}),
  run: (_, { session }) => ({ children: children(session).map(({ state }) => state) }),
});

export const steerChild = defineCommand({
  name: "steer_child",
  summary: "Send a message to a child session, within its run or with its next prompt",
  parameters: Type.Object({ childId: Type.String(), message: Type.String() }),
  run: async ({ childId, message }, { session }) => await childOf(session, childId).steer(message),
});

export const abortChild = defineCommand({
  name: "abort_child",
  summary: "Stop the run of a child session",
  parameters: Type.Object({ childId: Type.String() }),
  order: "immediate",
  run: async ({ childId }, { session }) => await childOf(session, childId).abort(),
});

function children({ extensions }: Session): readonly LiveChild[] {
  return extensions?.awakened?.ports.liveChildren?.list() ?? [];
}

function childOf(session: Session, id: string): LiveChild {
  const child = children(session).find((candidate) => candidate.id === id);
  if (!child) throw new RpcError("invalid-command", `There is no child session ${id}`);
  return child;
}
