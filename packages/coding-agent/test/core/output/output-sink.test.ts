import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OutputSink } from "../../../src/core/output/index.ts";
import { runScript, sourceUrl } from "../run-script.ts";
import { tempFolder } from "../temp-folder.ts";

test("P-TOOL-47: below the limits there is no file", async () => {
  const folder = await tempFolder();
  const sink = new OutputSink({ spillPlace: () => ({ path: join(folder, "full.log") }) });
  sink.append(Buffer.from("hello\n"));
  sink.finish();
  expect(sink.snapshot()).toMatchObject({ content: "hello\n", truncation: { truncated: false, totalLines: 1 } });
  expect(readdirSync(folder)).toEqual([]);
});

test("P-TOOL-48: the file has every byte, those before the threshold and those that are not shown included", async () => {
  const path = join(await tempFolder(), "full.log");
  const sink = new OutputSink({ maxLines: 3, maxBytes: 100, spillPlace: () => ({ path }) });
  const chunks = ["\x1b[31mone\x1b[0m\n", "two\n", "three\n", "four\n", "five"].map((text) => Buffer.from(text));
  for (const chunk of chunks) sink.append(chunk);
  sink.finish();
  expect(readFileSync(path)).toEqual(Buffer.concat(chunks));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(sink.snapshot()).toMatchObject({
    content: "three\nfour\nfive",
    fullOutputPath: path,
    truncation: { truncatedBy: "lines", totalLines: 5, totalBytes: 23, outputLines: 3, outputBytes: 15 },
  });
});

test("P-TOOL-68: lines and bytes are counted exactly though the middle was dropped", async () => {
  const path = join(await tempFolder(), "full.log");
  const sink = new OutputSink({ maxLines: 10, maxBytes: 64, spillPlace: () => ({ path }) });
  for (let line = 0; line < 5000; line++) sink.append(Buffer.from(`line ${line}\n`));
  sink.finish();
  const { content, truncation } = sink.snapshot();
  expect(content).toBe("line 4994\nline 4995\nline 4996\nline 4997\nline 4998\nline 4999");
  expect([truncation.totalLines, truncation.totalBytes]).toEqual([5000, 48_890]);
  expect(truncation.truncatedBy).toBe("bytes");
});

test("P-TOOL-45: memory stays bounded for 100 MB of output", async () => {
  const path = join(await tempFolder(), "full.log");
  const report = await runScript(`
    import { OutputSink } from ${JSON.stringify(sourceUrl("core/output/index.ts"))};
    const sink = new OutputSink({ spillPlace: () => ({ path: ${JSON.stringify(path)} }) });
    const line = "x".repeat(99) + "\\n";
    const before = process.resourceUsage().maxRSS;
    for (let sent = 0; sent < 100 * 1024 * 1024; sent += 64_000) sink.append(Buffer.from(line.repeat(640)));
    sink.finish();
    const { outputLines, totalBytes } = sink.snapshot().truncation;
    console.log(JSON.stringify({ grownKiB: process.resourceUsage().maxRSS - before, outputLines, totalBytes }));
  `);
  const { grownKiB, outputLines, totalBytes } = JSON.parse(report);
  expect(grownKiB).toBeLessThan(48 * 1024);
  expect(outputLines).toBe(512);
  expect(statSync(path).size).toBe(totalBytes);
});

test("a line that is overwritten counts as it stands, and costs neither a file nor memory", async () => {
  const path = join(await tempFolder(), "full.log");
  const sink = new OutputSink({ maxLines: 2, maxBytes: 30, spillPlace: () => ({ path }) });
  sink.append(Buffer.from("get\n"));
  for (let step = 0; step < 1000; step++) sink.append(Buffer.from("98%\r99%\r".repeat(200)));
  expect(sink.snapshot()).toMatchObject({
    content: "get\n99%",
    truncation: { truncated: false, totalLines: 2, totalBytes: 7 },
  });
  expect(statSync(path).size).toBeGreaterThan(0);
  sink.finish();
  expect(sink.snapshot()).toMatchObject({ content: "get\n99%", truncation: { truncated: false } });
  expect(existsSync(path)).toBe(false);
});

test("R103: where the file cannot be written, the tail is still there", async () => {
  const folder = await tempFolder();
  const sink = new OutputSink({
    maxLines: 1,
    maxBytes: 100,
    spillPlace: () => ({ path: join(folder, "missing", "full.log") }),
  });
  sink.append(Buffer.from("one\ntwo\n"));
  sink.finish();
  expect(sink.snapshot().content).toBe("two");
  expect(sink.snapshot()).not.toHaveProperty("fullOutputPath");
  expect(existsSync(join(folder, "missing"))).toBe(false);
});
