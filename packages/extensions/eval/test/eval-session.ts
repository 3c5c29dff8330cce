import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";
import type { EvalDetails } from "../run-cells.ts";

export interface EvalResult {
  readonly text: string;
  readonly isError: boolean;
  readonly details: EvalDetails;
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
}

/** A session whose model calls the tool. */
export interface EvalSession extends AsyncDisposable {
  readonly harness: ExtensionHarness;
  /** Calls the tool once for each input and resolves to the results. */
  run(...inputs: string[]): Promise<EvalResult[]>;
  /** Calls any tool and resolves to the text of the result. */
  call(name: string, args: object): Promise<string>;
  /** Gives the model an answer that it will give next. */
  answer(reply: ModelReply): void;
}

export async function evalSession(options: Partial<ExtensionHarnessOptions> = {}): Promise<EvalSession> {
  const queue: ModelReply[] = [];
  const harness = await createExtensionHarness({
    extensions: [manifest],
    script: () => queue.shift() ?? { text: "done" },
    // Tests need no program but Node: those of Python itself are in test-real.
    settings: { eval: { py: false } },
    ...options,
  });
  const results = (from: number) =>
    harness.session.messages.slice(from).flatMap((message) => (message.role === "toolResult" ? [message] : []));
  const textOf = ({ content }: ReturnType<typeof results>[number]) =>
    content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  return {
    harness,
    answer: (reply) => void queue.push(reply),
    async run(...inputs) {
      const before = harness.session.messages.length;
      for (const input of inputs) queue.push({ toolCalls: [{ name: "eval", arguments: { input } }] });
      await harness.prompt("go");
      return results(before).map((message) => ({
        text: textOf(message),
        isError: message.isError,
        details: message.details as EvalDetails,
        images: message.content.flatMap((block) => (block.type === "image" ? [block] : [])),
      }));
    },
    async call(name, args) {
      const before = harness.session.messages.length;
      queue.push({ toolCalls: [{ name, arguments: args as never }] });
      await harness.prompt("go");
      return results(before).map(textOf).join("\n");
    },
    [Symbol.asyncDispose]: () => harness[Symbol.asyncDispose](),
  };
}
