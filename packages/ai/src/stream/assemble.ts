import type { Model } from "../contract/model.ts";
import type { AssistantMessageEventStream } from "./assistant-message-event-stream.ts";
import { MessageAssembler } from "./message-assembler.ts";

/** Runs `produce` behind a stream that is returned at once; an error it throws becomes the last event of the stream. */
export function assemble(
  model: Model,
  signal: AbortSignal | undefined,
  produce: (assembler: MessageAssembler) => Promise<void>,
): AssistantMessageEventStream {
  const assembler = new MessageAssembler(model);
  const run = async () => {
    signal?.throwIfAborted();
    await produce(assembler);
  };
  run().catch((error: unknown) => assembler.fail(error, signal));
  return assembler.stream;
}
