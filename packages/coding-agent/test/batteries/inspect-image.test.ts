import { truncateSync } from "node:fs";
import { join } from "node:path";
import { type Context, fauxAssistantMessage, fauxText, fauxThinking, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { manifest } from "../../../extensions/inspect-image/manifest.ts";
import { makeImage } from "../core/images/make-image.ts";
import { type RunCallsOptions, runCalls } from "./run-calls.ts";

const ask = (options: RunCallsOptions, path = "a.png") =>
  runCalls(manifest, [["inspect_image", { path, question: "What is it?" }]], options).then(([result]) => result);
const makePng = (width: number, height: number) => Buffer.from(makeImage(width, height).get_bytes());
const files = { "a.png": makePng(8, 8) };

test("R340: the image stands before the question in one message, and the text of the answer is returned, trimmed", async () => {
  const asked: Context[] = [];
  const inner = [
    (context: Context) => {
      asked.push(structuredClone({ messages: context.messages }));
      return fauxAssistantMessage([fauxThinking("hm"), fauxText("  A red square. \n")]);
    },
  ];
  const result = await ask({ files, inner });
  expect(result).toMatchObject({ isError: false, text: "A red square." });
  expect(result?.details).toMatchObject({ mimeType: "image/png", imagePath: expect.stringMatching(/\/a\.png$/) });
  const data = Buffer.from(files["a.png"]).toString("base64");
  expect(asked[0]?.messages).toMatchObject([
    {
      role: "user",
      content: [
        { type: "image", mimeType: "image/png", data },
        { type: "text", text: "What is it?" },
      ],
    },
  ]);
  expect(asked[0]?.messages).toHaveLength(1);
});

test("R284: a large image is shrunk to 1568 by 1568 and half a megabyte, unless images.autoResize is off", async () => {
  const sent: string[] = [];
  const inner = [
    (context: Context) => {
      const [block] = (context.messages[0]?.content ?? []) as { data: string }[];
      sent.push(block?.data ?? "");
      return fauxAssistantMessage("large");
    },
  ];
  const large = { "a.png": makePng(2000, 1000) };
  await ask({ files: large, inner });
  await ask({ files: large, inner, settings: { images: { autoResize: false } } });
  const [shrunk, whole] = sent.map((data) => Buffer.from(data, "base64"));
  expect(shrunk?.length).toBeLessThanOrEqual(500 * 1024);
  expect(shrunk?.subarray(1, 4).toString()).toBe("PNG");
  expect([shrunk?.readUInt32BE(16), shrunk?.readUInt32BE(20)]).toEqual([1568, 784]);
  expect(whole).toEqual(Buffer.from(large["a.png"]));
});

test("R339: a file is what its content says: not its name", async () => {
  const inner = [fauxAssistantMessage("a picture")];
  expect(await ask({ files: { "a.txt": makePng(8, 8) }, inner }, "a.txt")).toMatchObject({ isError: false });
  const text = await ask({ files: { "a.png": "no image" } });
  expect(text).toMatchObject({
    isError: true,
    text: "inspect_image only supports PNG, JPEG, GIF, and WEBP files detected by file content.",
  });
  const bitmap = Buffer.alloc(64);
  bitmap.write("BM");
  bitmap.writeUInt32LE(40, 14);
  expect(await ask({ files: { "a.png": bitmap } })).toMatchObject({ text: text?.text });
});

test("R339: what is too large, missing or forbidden is said, and no model is asked", async () => {
  const large = await ask({
    files,
    prepare: ({ cwd }) => truncateSync(join(cwd, "a.png"), 21 * 1024 * 1024),
  });
  expect(large).toMatchObject({ isError: true, text: "Image file too large: 21.0 MB exceeds 20.0 MB limit." });
  expect(await ask({ files }, "b.png")).toMatchObject({ isError: true, text: expect.stringContaining("ENOENT") });
  const blocked = await ask({ files, settings: { images: { blockImages: true } } });
  expect(blocked?.text).toContain("Image submission is disabled by settings (images.blockImages=true).");
});

test("R339: a model whose key is gone, that fails or says nothing is an error that says so", async () => {
  const keyless = await ask({
    files,
    prepare: ({ services: { models }, faux }) => {
      const other = faux.models.map((model) => ({ ...model, input: ["text" as const] }));
      faux.setResponses([
        () => {
          models.unregisterProvider("faux");
          models.registerProvider("faux", { models: faux.models });
          models.registerProvider("blind", { apiKey: "none", models: other });
          const call = fauxToolCall("inspect_image", { path: "a.png", question: "?" });
          return fauxAssistantMessage(call, { stopReason: "toolUse" });
        },
      ]);
    },
  });
  expect(keyless?.text).toMatch(/^No API key available for faux\/one\./);
  const silent = await ask({ files, inner: [fauxAssistantMessage("  ")] });
  expect(silent).toMatchObject({ isError: true, text: "inspect_image model returned no text output." });
  const failure = fauxAssistantMessage("", { stopReason: "error", errorMessage: "the provider is on fire" });
  expect(await ask({ files, inner: [failure] })).toMatchObject({ isError: true, text: "the provider is on fire" });
  const mute = fauxAssistantMessage("", { stopReason: "error" });
  expect(await ask({ files, inner: [mute] })).toMatchObject({ isError: true });
});

test("the role vision chooses the model; without a match the model in use is asked", async () => {
  const inner = [fauxAssistantMessage("seen")];
  const model = async (vision: string) =>
    ((await ask({ files, inner, settings: { modelRoles: { vision } } }))?.details as { model?: string } | undefined)
      ?.model;
  expect([await model("faux/two"), await model("TWO"), await model("nothing")]).toEqual([
    "faux/two",
    "faux/two",
    "faux/one",
  ]);
});
