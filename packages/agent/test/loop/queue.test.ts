import { expect, test } from "vitest";
import { MessageQueue } from "../../src/loop/message-queue.ts";
import { outline, textOf, user } from "../support/events.ts";
import { run } from "../support/run.ts";
import { calls, says } from "../support/scripted-model.ts";
import { textResult, tool } from "../support/tools.ts";

test("P-LOOP-38 P-LOOP-39 steering queued during tools comes after all of them and before the next request", async () => {
  const queue = new MessageQueue();
  const steering = tool("first", async () => {
    queue.enqueue(user("steered"));
    return textResult("first done");
  });
  const { requests, events } = await run([[calls("first"), calls("second")], [says("Done")]], {
    context: { tools: [steering, tool("second")] },
    config: { toolExecution: "sequential", getSteeringMessages: async () => queue.drain() },
  });
  expect(requests[1]?.context.messages.map(textOf)).toEqual(["Hi", "", "first done", "second done", "steered"]);
  const lines = outline(events);
  const secondTurn = lines.lastIndexOf("turn_start");
  expect(lines.slice(secondTurn, secondTurn + 4)).toEqual([
    "turn_start",
    "message_start user",
    "message_end user",
    "message_start assistant",
  ]);
});

test("P-LOOP-40 follow-ups are asked for only when nothing else is left, and start a turn in the same run", async () => {
  let turns = 0;
  /** How many turns were over each time. */
  const asked: number[] = [];
  const followUps = [[user("more")], []];
  const steering = [[], [], [user("steered")], []];
  const { requests, events } = await run([[calls("ls")], [says("A")], [says("B")], [says("C")]], {
    context: { tools: [tool("ls")] },
    config: {
      getSteeringMessages: async () => steering.shift() ?? [],
      getFollowUpMessages: async () => {
        asked.push(turns);
        return followUps.shift() ?? [];
      },
    },
    onEvent: (event) => void (event.type === "turn_end" && turns++),
  });
  expect(asked).toEqual([3, 4]);
  expect(requests.at(-1)?.context.messages.map(textOf)).toEqual(["Hi", "", "ls done", "A", "steered", "B", "more"]);
  expect(outline(events).filter((line) => line === "agent_start").length).toBe(1);
});

test("what was taken from the queue is in the conversation even where the turn it was for cannot begin", async () => {
  const queue = new MessageQueue();
  queue.enqueue(user("never mind"));
  const { messages, events } = await run([[says("A")]], {
    config: {
      getFollowUpMessages: async () => queue.drain(),
      prepareNextTurn: () => {
        throw new Error("not ready");
      },
    },
  });
  expect(messages.map((message) => [message.role, textOf(message)])).toEqual([
    ["user", "Hi"],
    ["assistant", "A"],
    ["user", "never mind"],
    ["assistant", ""],
  ]);
  expect(outline(events).slice(-7)).toEqual([
    "turn_start",
    "message_start user",
    "message_end user",
    "message_start assistant",
    "message_end assistant",
    "turn_end",
    "agent_end",
  ]);
});

test("steering that waits when a run starts is delivered with the prompt", async () => {
  const queue = new MessageQueue("all");
  queue.enqueue(user("first"));
  queue.enqueue(user("second"));
  const { requests } = await run([[says("A")]], { config: { getSteeringMessages: async () => queue.drain() } });
  expect(requests[0]?.context.messages.map(textOf)).toEqual(["Hi", "first", "second"]);
});

test("P-LOOP-41 P-LOOP-42 one at a time by default, all in mode all; a look takes nothing", () => {
  const queue = new MessageQueue();
  const [a, b] = [user("a"), user("b")];
  queue.enqueue(a);
  queue.enqueue(b);
  expect([queue.mode, queue.length, queue.peek(), queue.drain(), queue.length]).toEqual([
    "one-at-a-time",
    2,
    [a],
    [a],
    1,
  ]);
  queue.enqueue(a);
  queue.mode = "all";
  expect([queue.peek(), queue.drain(), queue.drain(), queue.length]).toEqual([[b, a], [b, a], [], 0]);
  queue.enqueue(a);
  queue.clear();
  expect(queue.drain()).toEqual([]);
});
