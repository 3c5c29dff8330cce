import { PassThrough } from "node:stream";
import { setImmediate as nextTask } from "node:timers/promises";
import { expect, test } from "vitest";
import { PipeTransport } from "../browsers/pipe-transport.ts";

test("messages of one chunk are given on one by one, each after what the one before has set off", async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const transport = new PipeTransport({ stdin, stdout });
  const seen: string[] = [];
  const ended = Promise.withResolvers<void>();
  transport.onclose = () => ended.resolve();
  transport.onmessage = (message) => {
    const { name } = message as { name: string };
    seen.push(name);
    void Promise.resolve()
      .then(() => undefined)
      .then(() => seen.push(`after ${name}`));
  };
  const bytes = Buffer.from(["a", "b", "ü"].map((name) => `${JSON.stringify({ name })}\0`).join(""));
  const middle = bytes.length - 5;
  stdout.write(bytes.subarray(0, middle));
  await nextTask();
  stdout.write(bytes.subarray(middle));
  await expect.poll(() => seen).toEqual(["a", "after a", "b", "after b", "ü", "after ü"]);
  transport.close();
  await ended.promise;
});
