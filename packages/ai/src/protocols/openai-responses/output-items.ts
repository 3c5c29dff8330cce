import type { TextContent, ThinkingContent, ToolCall } from "../../contract/messages.ts";
import type { MessageAssembler, OpenBlock } from "../../stream/message-assembler.ts";
import { hasLeakedRouting, LEAK_ADVICE } from "../leaked-routing.ts";
import type { GrammarInputs } from "./grammar-tool.ts";
import type { OutputItem, StreamEvent } from "./wire.ts";

/** The output items of one response while they stream, identified by index or, if a server omits it, by id. */
export class OutputItems {
  private readonly assembler: MessageAssembler;
  private readonly grammars: GrammarInputs;
  private readonly open = new Map<string, OpenItem>();

  constructor(assembler: MessageAssembler, grammars: GrammarInputs) {
    this.assembler = assembler;
    this.grammars = grammars;
  }

  accept(event: StreamEvent): void {
    switch (event.type) {
      case "response.output_item.added":
        this.start(event);
        break;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
      case "response.output_text.delta":
      case "response.refusal.delta":
      case "response.function_call_arguments.delta":
      case "response.custom_tool_call_input.delta":
        this.append(event);
        break;
      case "response.reasoning_summary_part.added":
        this.separateSummary(event);
        break;
      case "response.function_call_arguments.done":
        this.complete(this.find(event), event.arguments);
        break;
      case "response.custom_tool_call_input.done":
        this.complete(this.find(event), event.input);
        break;
      case "response.output_item.done":
        this.finish(event);
        break;
      default:
        break;
    }
  }

  private start(event: StreamEvent): OpenItem | undefined {
    const item = event.item;
    const block = item && this.startBlock(item);
    if (!block) return undefined;
    const opened: OpenItem = { block, received: 0 };
    this.open.set(keyOf(event), opened);
    const given = item.arguments || item.input;
    if (given) this.add(opened, given);
    return opened;
  }

  private startBlock(item: OutputItem): OpenItem["block"] | undefined {
    if (item.type === "reasoning") return this.assembler.startThinking();
    if (item.type === "message") return this.assembler.startText();
    if (item.type !== "function_call" && item.type !== "custom_tool_call") return undefined;
    const { name = "" } = item;
    const id = item.id ? `${item.call_id}|${item.id}` : (item.call_id ?? "");
    const block = this.assembler.startToolCall(id, name);
    return item.type === "function_call" ? block : grammarInputBlock(block, this.grammars.get(name) ?? "input");
  }

  private append(event: StreamEvent): void {
    const item = this.find(event);
    if (item && event.delta) this.add(item, event.delta);
  }

  private add(item: OpenItem, text: string): void {
    item.received += text.length;
    item.block.append(text);
  }

  private separateSummary(event: StreamEvent): void {
    const item = this.find(event);
    if (item && item.received > 0) this.add(item, "\n\n");
  }

  /** Some servers send the whole text at the end and few or no deltas: the missing part is added as one more delta. */
  private complete(item: OpenItem | undefined, whole: string | undefined): void {
    if (item && whole !== undefined && whole.length > item.received) this.add(item, whole.slice(item.received));
  }

  private finish(event: StreamEvent): void {
    const { item } = event;
    const opened = this.find(event) ?? this.start(event);
    if (!item || !opened) return;
    const { content } = opened.block;
    if (content.type === "thinking") {
      this.complete(opened, opened.received === 0 ? summaryOf(item) : undefined);
      content.thinkingSignature = JSON.stringify(item);
    } else if (content.type === "text") {
      this.complete(opened, textOf(item));
      if (item.id) content.textSignature = signText(item.id, item.phase);
    } else {
      this.complete(opened, item.arguments ?? item.input);
      if (hasLeakedRouting(item.arguments ?? "")) content.argumentsError = LEAK_ADVICE;
    }
    opened.block.end();
    this.open.delete(keyOf(event));
  }

  private find(event: StreamEvent): OpenItem | undefined {
    return this.open.get(keyOf(event));
  }
}

interface OpenItem {
  readonly block: OpenBlock<TextContent> | OpenBlock<ThinkingContent> | OpenBlock<ToolCall>;
  received: number;
}

function keyOf({ output_index: index, item_id: id, item }: StreamEvent): string {
  return index !== undefined ? `#${index}` : (id ?? item?.id ?? "");
}

function textOf({ content = [] }: OutputItem): string {
  return content.map((part) => part.text ?? part.refusal ?? "").join("");
}

function summaryOf({ summary, content }: OutputItem): string {
  return [...(summary ?? []), ...(content ?? [])].map((part) => part.text ?? "").join("\n\n");
}

function signText(id: string, phase: string | undefined): string {
  return JSON.stringify({ v: 1, id, ...(phase && { phase }) });
}

/** Streams the free-form input of a call into its block as JSON: an object with this text as its only property. */
function grammarInputBlock(block: OpenBlock<ToolCall>, property: string): OpenBlock<ToolCall> {
  block.append(`{${JSON.stringify(property)}:"`);
  return {
    content: block.content,
    // Half of a surrogate pair becomes its own escape; the reader joins the two.
    append: (delta) => block.append(JSON.stringify(delta).slice(1, -1)),
    end: () => {
      block.append('"}');
      block.end();
    },
  };
}
