import { type AssistantContent, MessageAssembler, type OpenBlock } from "@tau/ai";
import type { StreamFn } from "../../src/index.ts";

/** Speaks one event per turn of the event loop, so that a reader sees the message as it stood at each. */
export function paced(content: readonly AssistantContent[]): StreamFn {
  return (model) => {
    const assembler = new MessageAssembler(model);
    void speak(assembler, content);
    return assembler.stream;
  };
}

async function speak(assembler: MessageAssembler, content: readonly AssistantContent[]): Promise<void> {
  for (const block of content) {
    await nextTurn();
    const growing = start(assembler, block);
    for (const delta of textOf(block).match(/[\s\S]{1,7}/g) ?? []) {
      await nextTurn();
      growing.append(delta);
    }
    await nextTurn();
    // Signatures arrive with the end of a block.
    const {
      text: _text,
      thinking: _thinking,
      arguments: _args,
      ...fields
    } = block as unknown as Record<string, unknown>;
    Object.assign(growing.content, fields);
    growing.end();
  }
  await nextTurn();
  Object.assign(assembler.message, { responseId: "r-1", responseModel: "scripted-1b", rawStopReason: "tool_use" });
  assembler.reportUsage({ input: 3, output: 4 });
  assembler.finish("toolUse");
}

function start(assembler: MessageAssembler, block: AssistantContent): OpenBlock {
  if (block.type === "text") return assembler.startText();
  if (block.type === "thinking") return assembler.startThinking();
  return assembler.startToolCall(block.id, block.name);
}

function textOf(block: AssistantContent): string {
  if (block.type === "text") return block.text;
  if (block.type === "thinking") return block.thinking;
  return JSON.stringify(block.arguments);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
