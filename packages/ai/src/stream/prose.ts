import type { TextContent, ThinkingContent } from "../contract/messages.ts";
import type { MessageAssembler, OpenBlock } from "./message-assembler.ts";

type ProseBlock = OpenBlock<TextContent> | OpenBlock<ThinkingContent>;

/** Text and thinking for protocols that do not mark their start: they alternate, and the start of one ends the other. */
export class Prose {
  private readonly assembler: MessageAssembler;
  private block: ProseBlock | undefined;

  constructor(assembler: MessageAssembler) {
    this.assembler = assembler;
  }

  get current(): ProseBlock | undefined {
    return this.block;
  }

  open(type: "text" | "thinking"): ProseBlock {
    if (this.block?.content.type === type) return this.block;
    this.end();
    this.block = type === "text" ? this.assembler.startText() : this.assembler.startThinking();
    return this.block;
  }

  end(): void {
    this.block?.end();
    this.block = undefined;
  }
}
