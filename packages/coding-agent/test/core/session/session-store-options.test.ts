import { readFileSync } from "node:fs";
import { createLog } from "@tau/agent/node";
import { fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { sessionStoreOptions } from "../../../src/core/session/session-store-options.ts";
import { SettingsStore } from "../../../src/core/settings/index.ts";
import { tempFolder } from "../temp-folder.ts";

const data = Buffer.alloc(2000, 7).toString("base64");

async function written(images: "blobs" | "inline"): Promise<string> {
  const agentDir = await tempFolder();
  const settings = SettingsStore.inMemory({ sessionImages: images, sessionSync: "entry" });
  const session = createLog("/project", undefined, sessionStoreOptions({ agentDir, settings }));
  session.appendMessage({ role: "user", content: [{ type: "image", data, mimeType: "image/png" }], timestamp: 1 });
  session.appendMessage(fauxAssistantMessage("seen"));
  session.close();
  return readFileSync(session.getSessionFile() as string, "utf8");
}

test("images lie beside the session, or in it where the user wants that", async () => {
  expect(await written("blobs")).toContain('"data":"blob:sha256:');
  expect(await written("inline")).toContain(data);
});

test("entries are given to the system unless the user wants them on the disk", () => {
  const options = (settings: object) =>
    sessionStoreOptions({ agentDir: "/a", settings: SettingsStore.inMemory(settings) });
  expect([options({}), options({ sessionSync: "entry" })]).toEqual([
    { home: "/a", sync: "system", images: "blobs" },
    { home: "/a", sync: "entry", images: "blobs" },
  ]);
});
