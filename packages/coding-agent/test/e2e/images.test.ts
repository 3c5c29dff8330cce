import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { readImageSize } from "../../src/core/images/image-size.ts";
import { blankPicture } from "../core/images/make-image.ts";
import { withScriptedModel } from "./scripted-model.ts";

const MODEL = { defaultProvider: "scripted", defaultModel: "model" };

function sentImages(body: unknown): { width: number; height: number }[] {
  const found = JSON.stringify(body).matchAll(/data:image\/png;base64,([^"]+)/g);
  return Array.from(found, ([, data = ""]) => readImageSize(Buffer.from(data, "base64"), "image/png")).flatMap(
    (size) => (size ? [size] : []),
  );
}

test("images of the command line and of the read tool are made small enough, unless images.autoResize is off", async () => {
  await using setup = await withScriptedModel(
    ({ index }) =>
      index % 2 === 0 ? { toolCalls: [{ name: "read", arguments: { path: "big.png" } }] } : { text: "seen" },
    { files: { "big.png": blankPicture(2400, 30) } },
  );
  const { workspace, server } = setup;
  await useSeeingModel(setup);
  await runCli({ workspace, args: ["-p", "@big.png", "look"] });
  expect(sentImages(server.requests.at(-1)?.body).map(({ width }) => width)).toEqual([2000, 2000]);
  await workspace.configure("settings.json", { ...MODEL, images: { autoResize: false } });
  await runCli({ workspace, args: ["-p", "@big.png", "look"] });
  expect(sentImages(server.requests.at(-1)?.body).map(({ width }) => width)).toEqual([2400, 2400]);
});

test("images.blockImages keeps every image from the model, with a word in its place", async () => {
  await using setup = await withScriptedModel({ text: "ok" }, { files: { "small.png": blankPicture(10, 10) } });
  const { workspace, server } = setup;
  await useSeeingModel(setup);
  await workspace.configure("settings.json", { ...MODEL, images: { blockImages: true } });
  await runCli({ workspace, args: ["-p", "@small.png", "look"] });
  expect(sentImages(server.requests[0]?.body)).toEqual([]);
  expect(JSON.stringify(server.requests[0]?.body)).toContain("settings block images");
});

test("inputLimits.images.resize of a model holds for prompts, for the read tool and for what other tools show", async () => {
  const camera = `export default (pi) => pi.registerTool({
    name: "camera", label: "camera", description: "Shows the garden.", parameters: { type: "object", properties: {} },
    execute: async () => ({
      content: [{ type: "image", mimeType: "image/png", data: ${JSON.stringify(Buffer.from(blankPicture(900, 30)).toString("base64"))} }],
      details: {},
    }),
  });`;
  await using setup = await withScriptedModel(
    [
      { toolCalls: [{ name: "read", arguments: { path: "big.png" } }] },
      { toolCalls: [{ name: "camera", arguments: {} }] },
      { text: "seen" },
    ],
    { files: { "big.png": blankPicture(2400, 30), "camera.ts": camera } },
  );
  await useSeeingModel(setup, { inputLimits: { images: { resize: { maxWidth: 600, maxHeight: 600 } } } });
  const { workspace, server } = setup;
  await runCli({ workspace, args: ["-e", "camera.ts", "-p", "@big.png", "look"] });
  expect(sentImages(server.requests.at(-1)?.body).map(({ width }) => width)).toEqual([600, 600, 600]);
});

test("a model that takes larger images than others gets them whole from the command line", async () => {
  await using setup = await withScriptedModel({ text: "seen" }, { files: { "big.png": blankPicture(2400, 30) } });
  await useSeeingModel(setup, { inputLimits: { images: { resize: { maxWidth: 4000, maxHeight: 4000 } } } });
  await runCli({ workspace: setup.workspace, args: ["-p", "@big.png", "look"] });
  expect(sentImages(setup.server.requests[0]?.body)).toEqual([{ width: 2400, height: 30 }]);
});

async function useSeeingModel(
  { workspace, server }: Awaited<ReturnType<typeof withScriptedModel>>,
  limits: object = {},
): Promise<void> {
  const model = { id: "model", contextWindow: 100_000, maxTokens: 8_000, input: ["text", "image"], ...limits };
  const scripted = { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "k", models: [model] };
  await workspace.configure("models.json", { providers: { scripted } });
}
