/** Works on a session until it is killed: `fault-process.ts <folder> <new|open> <id or path>`. Says what it has shown, once it is on disk. */

import { appendFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ToolCall } from "@tau/ai";
import type { AgentTool, AgentToolResult } from "../../../src/contract/tool.ts";
import { runAgentLoop } from "../../../src/loop/agent-loop.ts";
import { createLog, openLog } from "../../../src/node/log/session-files.ts";
import { planResume } from "../../../src/session/context/interrupted-turn.ts";
import { appendToolIntent } from "../../../src/session/context/tool-intent.ts";
import { convertToLlm } from "../../../src/session/entries/messages.ts";
import { model } from "../../compaction/scripted-model.ts";
import { user } from "../../session/messages-for-tests.ts";
import { streamSlowly } from "./slow-model.ts";

const [folder = "", mode, target = ""] = process.argv.slice(2);
const tools = [createTool("effect", "never"), createTool("look", "safe")];

say("started");
const session =
  mode === "new"
    ? createLog("/faults", join(folder, "mine"), { home: folder, id: target })
    : openLog(target, undefined, undefined, { home: folder });
say("opened");
await settle();
for (let run = 1; ; run++) {
  await prompt(`prompt ${run}`);
  if (run % 3 === 0) shown(session.appendCompaction(`summary ${run}`, session.getLeafId(), 1000));
}

async function prompt(text: string): Promise<void> {
  const context = { messages: session.buildSessionContext().messages, tools };
  await runAgentLoop(
    [user(text)],
    context,
    {
      model,
      convertToLlm,
      onToolIntent: ({ toolCall }) => void appendToolIntent(session, toolCall),
    },
    (event) => {
      if (event.type === "message_end") shown(session.appendMessage(event.message as never));
    },
    undefined,
    streamSlowly,
  );
}

/** What a program does first with a session it finds: it brings the last turn to an end. */
async function settle(): Promise<void> {
  const plan = planResume(session.getActiveBranch(), (name) => tools.find((tool) => tool.name === name)?.replay);
  for (const result of plan.results) shown(session.appendMessage(result));
  for (const call of plan.rerun) shown(session.appendMessage(await rerun(call)));
}

async function rerun({ id, name }: ToolCall) {
  const tool = tools.find((candidate) => candidate.name === name) as AgentTool;
  const { content } = await tool.execute(id, {});
  return {
    role: "toolResult" as const,
    toolCallId: id,
    toolName: name,
    content,
    isError: false,
    timestamp: Date.now(),
  };
}

function createTool(name: string, replay: "never" | "safe"): AgentTool {
  return {
    name,
    label: name,
    description: name,
    parameters: { type: "object", properties: {} },
    replay,
    async execute(id): Promise<AgentToolResult> {
      await setImmediate();
      appendFileSync(join(folder, `${name}.log`), `${id}\n`);
      await setImmediate();
      return { content: [{ type: "text", text: `${name} ${id}` }], details: undefined };
    },
  };
}

function shown(id: string): void {
  say(`shown ${id}`);
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}
