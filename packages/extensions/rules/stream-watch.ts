import type { AssistantMessageEvent } from "@tau/ai";
import { BoundedSearch } from "./bounded-search.ts";
import { matchesGlob, pathsOf } from "./match-paths.ts";
import type { StreamKind, StreamRule, StreamScope } from "./stream-rule.ts";

export interface StreamMatch {
  readonly rule: StreamRule;
  readonly kind: StreamKind;
  /** The call that the model was about to make. */
  readonly call?: { readonly id: string; readonly tool: string };
}

interface WatchedCall {
  readonly id: string;
  readonly tool: string;
  readonly paths: readonly string[];
}

export interface StreamWatchOptions {
  readonly cwd: string;
  /** Returns whether a rule has spoken up already. */
  isSpent(rule: StreamRule): boolean;
  /** Called for a rule whose pattern takes too long. It is not used again. */
  onTimeout(rule: StreamRule): void;
}

/** A search follows after so many new characters, and at the end of each block. */
const CHUNK = 128;
/** How much of the earlier text is searched again, for matches that lie across two searches. */
const OVERLAP = 1_000;

interface Block {
  pending: number;
  searched: number;
  /** The files that a call has named so far. */
  files: string;
}

/** Looks for the patterns of rules in an answer while it is written. The cost depends on the length of the text, not on the number of deltas. */
export class StreamWatch {
  private readonly rules: readonly StreamRule[];
  private readonly options: StreamWatchOptions;
  private readonly search: BoundedSearch<StreamRule>;
  private readonly blocks = new Map<number, Block>();

  constructor(rules: readonly StreamRule[], options: StreamWatchOptions) {
    this.rules = rules;
    this.options = options;
    this.search = new BoundedSearch((rule) => options.onTimeout(rule));
  }

  /** Returns the rule that an event of the stream makes apply, if there is one. */
  see(event: AssistantMessageEvent): StreamMatch | undefined {
    switch (event.type) {
      case "text_start":
      case "thinking_start":
      case "toolcall_start":
        this.blocks.delete(event.contentIndex);
        return undefined;
      case "text_delta":
      case "thinking_delta":
      case "toolcall_delta":
        return this.isDue(event.contentIndex, event.delta.length) ? this.check(event) : undefined;
      case "text_end":
      case "thinking_end":
      case "toolcall_end":
        return this.check(event);
      default:
        return undefined;
    }
  }

  /** Returns the rule that a complete call goes against, if there is one. */
  seeCall(id: string, tool: string, input: unknown): StreamMatch | undefined {
    const block = { pending: 0, searched: 0, files: "" };
    return this.find("tool", textOf(input), block, { id, tool, paths: pathsOf(input) });
  }

  private isDue(index: number, characters: number): boolean {
    const block = this.block(index);
    block.pending += characters;
    return block.pending >= CHUNK;
  }

  private check({
    contentIndex,
    partial,
  }: Extract<AssistantMessageEvent, { contentIndex: number }>): StreamMatch | undefined {
    const block = this.block(contentIndex);
    block.pending = 0;
    const content = partial.content[contentIndex];
    if (content?.type === "text") return this.find("text", content.text, block);
    if (content?.type === "thinking") return this.find("thinking", content.thinking, block);
    if (content?.type !== "toolCall") return undefined;
    const { id, name: tool } = content;
    const paths = pathsOf(content.arguments);
    const files = paths.join("\n");
    // A scope with a glob may begin to apply when the path arrives, after the text: then all of it is searched.
    if (files !== block.files) block.searched = 0;
    block.files = files;
    return this.find("tool", textOf(content.arguments), block, { id, tool, paths });
  }

  private find(kind: StreamKind, text: string, block: Block, call?: WatchedCall): StreamMatch | undefined {
    const rules = this.rules.filter((rule) => this.appliesTo(rule, kind, call) && !this.options.isSpent(rule));
    const from = Math.max(0, block.searched - OVERLAP);
    block.searched = text.length;
    const rule = rules.length === 0 ? undefined : this.search.find(rules, text, from);
    return rule && { rule, kind, ...(call && { call: { id: call.id, tool: call.tool } }) };
  }

  private appliesTo({ scopes }: StreamRule, kind: StreamKind, call: WatchedCall | undefined): boolean {
    return scopes.some((scope) => scope.kind === kind && (call === undefined || this.covers(scope, call)));
  }

  private covers({ tool, glob }: StreamScope, call: WatchedCall): boolean {
    if (tool !== undefined && tool !== call.tool) return false;
    return glob === undefined || call.paths.some((path) => matchesGlob(path, glob, this.options.cwd));
  }

  private block(index: number): Block {
    const known = this.blocks.get(index);
    if (known) return known;
    const block = { pending: 0, searched: 0, files: "" };
    this.blocks.set(index, block);
    return block;
  }
}

/** Returns the texts in the arguments of a call, as the tool would get them: without the escapes of JSON. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value)
    .map(textOf)
    .filter((text) => text !== "")
    .join("\n");
}
