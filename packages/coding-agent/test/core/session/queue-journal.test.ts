import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { artifactDirectory, createLog } from "@tau/agent/node";
import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import type { TakenBack } from "../../../src/core/session/prompt-queue.ts";
import { QueueJournal } from "../../../src/core/session/queue-journal.ts";

const IMAGE = { type: "image", data: "aGk=", mimeType: "image/png" } as const;
const NOTHING: TakenBack = { steering: [], followUp: [] };

test("what waits is kept, with its images, until the log has it", async () => {
  await using stage = await setStage();
  const waiting = { steering: ["look"], followUp: ["then this"], images: [IMAGE] };
  stage.change(waiting);
  expect(stage.left()).toEqual(waiting);

  stage.change({ steering: [], followUp: ["then this"] });
  expect(stage.left()).toEqual(waiting);
  stage.recorded();
  expect(stage.left()).toEqual({ steering: [], followUp: ["then this"] });

  stage.change(NOTHING);
  stage.recorded();
  expect([stage.left(), existsSync(dirname(stage.path))]).toEqual([undefined, false]);
});

test("a session that is closed keeps what waits, and drops what was taken back", async () => {
  await using stage = await setStage();
  stage.change({ steering: ["one"], followUp: [] });
  stage.journal.close();
  expect(stage.left()).toEqual({ steering: ["one"], followUp: [] });
  stage.change(NOTHING);
  stage.journal.close();
  expect(stage.left()).toBe(undefined);
});

test("what was recovered stays until a message is sent", async () => {
  await using stage = await setStage();
  stage.change({ steering: ["one"], followUp: [] });
  const next = stage.open(NOTHING);
  expect(next.recover()).toEqual({ steering: ["one"], followUp: [] });
  expect(stage.left()).toEqual({ steering: ["one"], followUp: [] });
  next.handle({ type: "message_end", message: { role: "user", content: "one", timestamp: 0 } });
  expect(stage.left()).toBe(undefined);
});

test.each([
  ["{", undefined],
  ["[]", undefined],
  ['{"steering":[1,"one"],"followUp":"two","images":[{"type":"image"}]}', { steering: ["one"], followUp: [] }],
])("a damaged file gives what can be read of it: %s", async (text, expected) => {
  await using stage = await setStage();
  await mkdir(dirname(stage.path), { recursive: true });
  await writeFile(stage.path, text);
  expect(stage.left()).toEqual(expected);
});

async function setStage() {
  const workspace = await createWorkspace();
  const log = createLog(workspace.cwd, join(workspace.home, "sessions"), { home: workspace.tauHome });
  let waiting = NOTHING;
  const open = (now?: TakenBack) =>
    new QueueJournal(log, {
      get waiting() {
        return now ?? waiting;
      },
      get length() {
        const { steering, followUp } = now ?? waiting;
        return steering.length + followUp.length;
      },
    });
  const journal = open();
  return {
    journal,
    open,
    path: join(artifactDirectory(log.getSessionFile() as string), "queue.json"),
    left: () => open(NOTHING).recover(),
    change(now: TakenBack) {
      waiting = now;
      journal.handle({ type: "queue_update", ...now });
    },
    recorded: () => journal.handle({ type: "message_end", message: { role: "user", content: "", timestamp: 0 } }),
    async [Symbol.asyncDispose]() {
      log.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
