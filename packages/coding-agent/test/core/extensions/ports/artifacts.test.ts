import { readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "@tau/agent/node";
import { expect, test } from "vitest";
import { withApi } from "./with-api.ts";

test("a long output is cut for the model, whole in an artifact, and read finds it", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tau-artifacts-"));
  await using setup = await withApi({ log: createLog(folder.path, undefined, { home: folder.path }) });
  const { pi } = setup;
  const sink = await pi.artifacts.open("my tool", { maxLines: 3 });
  sink.append("one\n\x1b[31mtwo\x1b[0m\n");
  expect(sink.snapshot()).toEqual({ text: "one\ntwo\n", truncated: false });
  sink.append(Buffer.from("three\nfour\nfive\n"));
  const { text, truncated, path, artifact } = sink.finish();
  expect([text.split("\n").slice(0, 3), truncated]).toEqual([["three", "four", "five"], true]);
  expect(text).toContain(`Full output: ${path} (${artifact?.url})`);
  expect(readFileSync(path ?? "", "utf8")).toBe("one\n\x1b[31mtwo\x1b[0m\nthree\nfour\nfive\n");
  const saved = await pi.artifacts.save("page", "the whole page");
  expect(await pi.artifacts.list()).toEqual([artifact, saved]);
  const read = setup.session.tools.get("read")?.tool;
  expect(await read?.execute("1", { path: saved.url })).toMatchObject({ content: [{ text: "the whole page" }] });
});

test("a short output leaves no file; a session in memory has a temporary one, and no artifacts", async () => {
  await using setup = await withApi();
  const { pi } = setup;
  const short = await pi.artifacts.open("tool");
  short.append("short");
  expect(short.finish()).toEqual({ text: "short", truncated: false });
  const long = await pi.artifacts.open("tool", { maxBytes: 10 });
  long.append("x".repeat(100));
  const { path, artifact } = long.finish();
  expect([readFileSync(path ?? "", "utf8").length, artifact]).toEqual([100, undefined]);
  await expect(pi.artifacts.save("tool", "x")).rejects.toThrow("kept in memory");
  expect(await pi.artifacts.list()).toEqual([]);
});
