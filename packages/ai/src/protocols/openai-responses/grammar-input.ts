import type { ToolCall } from "../../contract/messages.ts";
import type { OpenBlock } from "../../stream/message-assembler.ts";

/** Lets the free-form input of a call stream into its block as JSON: an object whose one text it is. */
export function grammarInputBlock(block: OpenBlock<ToolCall>, property: string): OpenBlock<ToolCall> {
  block.append(`{${JSON.stringify(property)}:"`);
  return {
    content: block.content,
    // Half of a surrogate pair becomes an escape of its own; the reader joins the two.
    append: (delta) => block.append(JSON.stringify(delta).slice(1, -1)),
    end: () => {
      block.append('"}');
      block.end();
    },
  };
}
