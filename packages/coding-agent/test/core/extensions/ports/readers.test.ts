import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExtensionFactory, FileReader, LineDecorator } from "../../../../src/core/extensions/index.ts";
import { type SessionWithExtensions, sessionWith } from "../session-with.ts";

const registering =
  (...readers: FileReader[]): ExtensionFactory =>
  (pi) => {
    for (const reader of readers) pi.readers.register(reader);
  };

async function read(setup: SessionWithExtensions, args: object, signal?: AbortSignal) {
  const result = await setup.session.tools.get("read")?.tool.execute("1", args, signal);
  return result?.content.map((block) => (block.type === "text" ? block.text : `<${block.type}>`));
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a reader is found by the ending or by the first bytes, and its pages are read by lines", async () => {
  const seen: unknown[] = [];
  const pdf: FileReader = {
    name: "pdf",
    contentTypes: ["application/pdf"],
    read: ({ path, bytes }) => {
      seen.push([path, bytes.length]);
      return { pages: ["a\nb", "c"] };
    },
  };
  const table: FileReader = {
    name: "table",
    extensions: [".TBL"],
    read: () => ({ entries: [{ name: "row", isFolder: true }] }),
  };
  const picture: FileReader = {
    name: "picture",
    extensions: [".pic"],
    read: () => ({ text: "one", images: [{ bytes: PNG, mimeType: "image/png" }] }),
  };
  await using setup = await sessionWith([registering(pdf, table, picture)]);
  await writeFile(join(setup.cwd, "unnamed"), "%PDF-1.7\n\0\0");
  for (const name of ["x.tbl", "x.pic", "plain.txt"])
    await writeFile(join(setup.cwd, name), "plain\n\0".slice(0, name === "plain.txt" ? 6 : 7));
  expect(await read(setup, { path: "unnamed" })).toEqual(["[Page 1]\na\nb\n\n[Page 2]\nc"]);
  expect(await read(setup, { path: "unnamed:2-3" })).toEqual([
    "a\nb\n\n[3 more lines in file. Use offset=4 to continue.]",
  ]);
  expect(seen).toEqual([
    ["unnamed", 11],
    ["unnamed", 11],
  ]);
  expect(await read(setup, { path: "x.tbl" })).toEqual(["row/"]);
  expect(await read(setup, { path: "x.pic" })).toEqual(["one", "<image>"]);
  expect(await read(setup, { path: "plain.txt" })).toEqual(["plain\n"]);
});

test("the content type of a URL chooses the reader", async () => {
  await using setup = await sessionWith([
    registering({
      name: "audio",
      contentTypes: ["audio/*"],
      read: ({ contentType }) => ({ text: `heard ${contentType}` }),
    }),
    (pi) =>
      pi.urls.register({
        scheme: "tape",
        read: () => ({ bytes: Buffer.of(0, 1, 2), contentType: "audio/ogg; codecs=opus" }),
      }),
  ]);
  expect(await read(setup, { path: "tape://1" })).toEqual(["heard audio/ogg; codecs=opus"]);
});

test("a reader that throws, and one that never returns, fail the call and nothing else", async () => {
  await using setup = await sessionWith([
    registering(
      {
        name: "broken",
        extensions: [".bad"],
        read: () => {
          throw new Error("no such page");
        },
      },
      { name: "endless", extensions: [".slow"], timeoutMs: 50, read: () => new Promise(() => undefined) },
    ),
  ]);
  for (const name of ["x.bad", "x.slow"]) await writeFile(join(setup.cwd, name), "x");
  await expect(read(setup, { path: "x.bad" })).rejects.toThrow("Cannot read x.bad: no such page (reader: broken).");
  await expect(read(setup, { path: "x.slow" })).rejects.toThrow("that took more than 0.05 s (reader: endless).");
  const controller = new AbortController();
  const stopped = read(setup, { path: "x.slow" }, controller.signal);
  controller.abort();
  await expect(stopped).rejects.toMatchObject({ code: "aborted" });
});

const anchors: LineDecorator = {
  name: "anchors",
  decorate: (lines, { tool }) => lines.map(({ number, text }) => (tool === "read" ? `${number}#${text}` : `#${text}`)),
};

test("decorators write the lines of read and grep; one that fails or miscounts leaves them as they are", async () => {
  await using setup = await sessionWith([
    (pi) => pi.decorators.register(anchors),
    (pi) => pi.decorators.register({ name: "short", decorate: () => ["only one"] }),
    (pi) =>
      pi.decorators.register({
        name: "throws",
        decorate: () => {
          throw new Error("no anchors today");
        },
      }),
  ]);
  await writeFile(join(setup.cwd, "a.txt"), "one\ntwo\nthree\n");
  expect(await read(setup, { path: "a.txt" })).toEqual(["1#one\n2#two\n3#three\n"]);
  expect(await read(setup, { path: "a.txt:2-3" })).toEqual(["2#two\n3#three\n"]);
  const found = await setup.session.tools.get("grep")?.tool.execute("1", { pattern: "^t", path: "a.txt" });
  expect(found?.content).toEqual([{ type: "text", text: "a.txt:2: #two\na.txt:3: #three" }]);
  expect(new Set(setup.errors.map(({ error }) => error))).toEqual(new Set(["no anchors today"]));
});
