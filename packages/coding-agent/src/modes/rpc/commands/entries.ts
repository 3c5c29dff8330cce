import { forkPoints } from "../../../core/session/replace/tree-navigation.ts";
import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";
import { RpcError } from "../rpc-error.ts";

export const getMessages = defineCommand({
  name: "get_messages",
  summary: "The conversation as the model sees it",
  parameters: Type.Object({}),
  run: (_, { session }) => ({ messages: session.messages }),
});

export const getEntries = defineCommand({
  name: "get_entries",
  summary: "Every entry of the log, or those after one",
  parameters: Type.Object({ since: Type.Optional(Type.String()) }),
  run({ since }, { session: { log } }) {
    const entries = log.getEntries();
    const seen = since === undefined ? -1 : entries.findIndex(({ id }) => id === since);
    if (since !== undefined && seen === -1) throw new RpcError("unknown-entry", `Entry not found: ${since}`);
    return { entries: entries.slice(seen + 1), leafId: log.getLeafId() };
  },
});

export const getTree = defineCommand({
  name: "get_tree",
  summary: "The log as a tree",
  parameters: Type.Object({}),
  run: (_, { session: { log } }) => ({ tree: log.getTree(), leafId: log.getLeafId() }),
});

export const getForkMessages = defineCommand({
  name: "get_fork_messages",
  summary: "The user messages that fork accepts",
  parameters: Type.Object({}),
  run: (_, { session }) => ({ messages: forkPoints(session.log) }),
});

export const getBranchMessages = defineCommand({
  name: "get_branch_messages",
  summary: "The same as get_fork_messages",
  parameters: Type.Object({}),
  run: (_, { session }) => ({ messages: forkPoints(session.log) }),
});

export const getLastAssistantText = defineCommand({
  name: "get_last_assistant_text",
  summary: "The text of the latest answer",
  parameters: Type.Object({}),
  run: (_, { session }) => ({ text: session.getLastAssistantText() ?? null }),
});
