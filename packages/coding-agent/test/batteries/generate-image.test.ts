import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { manifest } from "../../../extensions/generate-image/manifest.ts";
import type { Settings } from "../../src/core/settings/index.ts";
import { makeImage } from "../core/images/make-image.ts";
import { runCalls } from "./run-calls.ts";

const PNG = Buffer.from(makeImage(4, 4).get_bytes());
const DRAWN = { image_url: { url: `data:image/png;base64,${PNG.toString("base64")}` } };

interface Drawing {
  readonly args?: Record<string, unknown>;
  /** The message of the image model. */
  readonly answer?: object;
  readonly settings?: Partial<Settings>;
  readonly hasProvider?: boolean;
}

interface Question {
  readonly model: string;
  readonly messages: { readonly content: readonly { readonly type: string }[] }[];
}

/** One call, with a provider of image models behind a real server. */
async function draw({ args = {}, answer = { images: [DRAWN] }, settings = {}, hasProvider = true }: Drawing = {}) {
  const asked: Question[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push(JSON.parse(Buffer.concat(chunks).toString()) as Question);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ choices: [{ message: answer }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const models = ["first", "second"].map((id) => ({ id, name: id, type: "image", output: ["image"] }));
  const written: string[] = [];
  const [result] = await runCalls(manifest, [["generate_image", { prompt: "a fish", path: "art/fish.png", ...args }]], {
    files: { "in.png": PNG, "text.png": "no image" },
    settings,
    prepare: ({ services, session, cwd }) => {
      const config = { apiKey: "none", baseUrl, api: "openrouter-images", models };
      if (hasProvider) services.models.registerProvider("artist", config as never);
      session.subscribe((event) => {
        const names = event.type === "tool_execution_end" ? ["art/fish.png", "art/fish-2.png"] : [];
        const paths = names.map((name) => join(cwd, name)).filter((path) => existsSync(path));
        written.push(...paths.map((path) => readFileSync(path).toString("base64")));
      });
    },
  });
  await new Promise((resolve) => server.close(resolve));
  return { result, asked, written };
}

test("an image is drawn by the first image model, and saved where it was asked for", async () => {
  const { result, asked, written } = await draw();
  expect(result).toMatchObject({ isError: false, text: expect.stringMatching(/^Saved .*\/art\/fish\.png$/) });
  expect(asked).toMatchObject([{ model: "first", messages: [{ content: [{ type: "text", text: "a fish" }] }] }]);
  expect(written).toEqual([PNG.toString("base64")]);
});

test("several images get numbers, and images to start from stand before the words", async () => {
  const { result, asked, written } = await draw({ args: { images: ["in.png"] }, answer: { images: [DRAWN, DRAWN] } });
  expect(result?.text).toMatch(/fish\.png, .*\/fish-2\.png$/);
  expect(asked[0]?.messages[0]?.content.map(({ type }) => type)).toEqual(["image_url", "text"]);
  expect(written).toHaveLength(2);
});

test("the role image chooses the model", async () => {
  const { asked } = await draw({ settings: { modelRoles: { image: "artist/second" } } });
  expect(asked).toMatchObject([{ model: "second" }]);
});

test("whatever goes wrong is said, and nothing is written", async () => {
  const problems = [
    await draw({ hasProvider: false }),
    await draw({ answer: { content: "I would rather not." } }),
    await draw({ args: { images: ["text.png"] } }),
    await draw({ args: { images: ["in.png"] }, settings: { images: { blockImages: true } } }),
  ];
  expect(problems.map(({ result }) => result?.text)).toEqual([
    "No image model is available. Sign in to a provider that has one, such as openrouter.",
    "The image model drew nothing. It says: I would rather not.",
    expect.stringContaining("text.png is no image that a model takes."),
    expect.stringContaining("images.blockImages"),
  ]);
  expect(problems.map(({ result, written }) => [result?.isError, written])).toEqual(problems.map(() => [true, []]));
});
