import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { LARGE_READS, makeLargeFiles, measured } from "../test/large-files.ts";

test("a 1 GB archive, a 500 MB database and a PDF of 2,000 pages are read within 150 MB", async () => {
  await using harness = await createExtensionHarness({ extensions: [manifest] });
  const read = async (path: string, report?: () => void) => {
    const { tool } = harness.session.core.tools.get("read") ?? {};
    const result = await tool?.execute("1", { path }, undefined, report);
    return result?.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  };
  await makeLargeFiles(harness.workspace.cwd);
  await read("a.zip");
  for (const [path, expected] of LARGE_READS) {
    const { result, seconds, megabytes } = await measured(async (report) => await read(path, report));
    expect(result).toContain(expected);
    expect(megabytes).toBeGreaterThan(20);
    expect(megabytes).toBeLessThan(150);
    expect(seconds).toBeLessThan(10);
  }
});
