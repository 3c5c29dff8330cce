import { Type } from "../../../core/tools/schema.ts";
import { defineCommand, type RpcContext } from "../command.ts";
import { RpcError } from "../rpc-error.ts";

export const newSession = defineCommand({
  name: "new_session",
  summary: "Start a new session",
  parameters: Type.Object({ parentSession: Type.Optional(Type.String()) }),
  order: "exclusive",
  run: (options, { runtime }) => runtime.newSession(options),
});

export const switchSession = defineCommand({
  name: "switch_session",
  summary: "Continue in another session",
  parameters: Type.Object({ sessionPath: Type.String() }),
  order: "exclusive",
  run: ({ sessionPath }, { runtime }) => runtime.switchSession(sessionPath),
});

export const fork = defineCommand({
  name: "fork",
  summary: "Continue in a new session from before one of the user's messages; its text is returned",
  parameters: Type.Object({ entryId: Type.String() }),
  order: "exclusive",
  run: forkBefore,
});

export const branch = defineCommand({
  name: "branch",
  summary: "The same as fork",
  parameters: Type.Object({ entryId: Type.String() }),
  order: "exclusive",
  run: forkBefore,
});

export const clone = defineCommand({
  name: "clone",
  summary: "Continue in a copy of the session",
  parameters: Type.Object({}),
  order: "exclusive",
  run: (_, { runtime }) => runtime.clone(),
});

export const setSessionName = defineCommand({
  name: "set_session_name",
  summary: "Name the session",
  parameters: Type.Object({ name: Type.String() }),
  run({ name }, { session }) {
    if (name.trim() === "") throw new RpcError("invalid-command", "Session name cannot be empty");
    session.setSessionName(name.trim());
  },
});

async function forkBefore(
  { entryId }: { entryId: string },
  { runtime }: RpcContext,
): Promise<{ text?: string; cancelled: boolean }> {
  const { cancelled, selectedText } = await runtime.fork(entryId);
  return cancelled ? { cancelled } : { text: selectedText ?? "", cancelled };
}
