import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeCall, type SaidEffects } from "../../../src/core/tools/index.ts";

const said = (more: Partial<SaidEffects>) =>
  describeCall("own", { path: "a.png" }, "/work", { isBattery: false, ...more });
const onlyReads = { readOnlyHint: true, openWorldHint: false };

test("a tool says what a call would do, with paths from the working directory", () => {
  const describe = (args: unknown) => ({
    effect: "write" as const,
    paths: [(args as { path: string }).path, "/abs", "artifact://3"],
  });
  expect(said({ describe })).toEqual({ tool: "own", effect: "write", paths: ["/work/a.png", "/abs", "artifact://3"] });
  const host = { effect: "network" as const, host: "example.org" };
  expect(said({ describe: () => host })).toEqual({ tool: "own", ...host });
});

test("the hints of a battery count, those of other extensions do not", () => {
  expect(said({ isBattery: true, annotations: onlyReads })).toEqual({ tool: "own", effect: "read" });
  expect(said({ isBattery: true, annotations: { readOnlyHint: true } })).toEqual({ tool: "own", effect: "unknown" });
  const searches = { readOnlyHint: true, openWorldHint: true };
  expect(said({ isBattery: true, annotations: searches })).toEqual({ tool: "own", effect: "network" });
  expect(said({ isBattery: false, annotations: searches })).toEqual({ tool: "own", effect: "unknown" });
  expect(said({ annotations: onlyReads })).toEqual({ tool: "own", effect: "unknown" });
});

test("a tool that fails to say it has said nothing", () => {
  const describe = () => {
    throw new Error("no idea");
  };
  expect(said({ describe })).toEqual({ tool: "own", effect: "unknown" });
});

test("what a registered URL stands for is no path; a scheme that is not registered is one", () => {
  const schemes = [{ scheme: "Notes" }];
  const pathOf = (tool: string, path: string) => describeCall(tool, { path }, "/work", undefined, schemes).paths;
  expect(["read", "grep", "write"].map((tool) => pathOf(tool, "notes://today"))).toEqual(
    Array(3).fill(["notes://today"]),
  );
  // These tools look for a file of that name.
  expect([pathOf("ls", "notes://../.."), pathOf("read", "nodes://../..")]).toEqual([["/"], ["/"]]);
  const describe = () => ({ effect: "write" as const, paths: ["notes://today", "here"] });
  expect(describeCall("own", {}, "/work", { isBattery: false, describe }, schemes).paths).toEqual([
    "notes://today",
    "/work/here",
  ]);
});

test("a range or a member behind a path is not part of the file that the rules see", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tau-describe-"));
  try {
    for (const name of [".env", "a.zip", "odd:5"]) await writeFile(join(folder, name), "x");
    const pathOf = (path: string) => describeCall("read", { path }, folder).paths;
    expect(pathOf(".env:1-5")).toEqual([join(folder, ".env")]);
    expect(pathOf("a.zip:docs/a.md:3")).toEqual([join(folder, "a.zip")]);
    expect(pathOf("a.zip:../../b")).toEqual([join(folder, "a.zip")]);
    expect(pathOf("a.zip?q=SELECT 1")).toEqual([join(folder, "a.zip")]);
    expect(pathOf("odd:5")).toEqual([join(folder, "odd:5")]);
    expect(pathOf("missing:5")).toEqual([join(folder, "missing:5")]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("reading from the web is described as fetch with its host, whichever tool reads; without such a scheme it is a path", () => {
  const schemes = [{ scheme: "https" }];
  const web = { tool: "fetch", effect: "network", host: "example.com" };
  const url = "https://Example.com:8443/a:5-9";
  expect(describeCall("read", { path: url }, "/work", undefined, schemes)).toEqual({ ...web, paths: [url] });
  expect(describeCall("grep", { pattern: "x", path: url }, "/work", undefined, schemes)).toMatchObject(web);
  expect(describeCall("write", { path: url, content: "" }, "/work", undefined, schemes)).toMatchObject({
    effect: "write",
  });
  expect(describeCall("read", { path: url }, "/work")).toMatchObject({ tool: "read", effect: "read" });
});
