import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { packageVersions } from "./install.ts";
import { knownFailures, verdict } from "./known-failures.ts";
import { readScenarios } from "./scenario.ts";

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      { version?: string; integrity?: string; resolved?: string; dependencies?: object; optional?: boolean }
    >
  >;
}

const read = async (name: string) => await readFile(new URL(name, import.meta.url), "utf8");
const scenarios = await readScenarios();
const versions = await packageVersions();
const lock = JSON.parse(await read("packages-lock.generated.json")) as Lock;

describe("published packages (npm run test:packages drives them)", () => {
  test("there are at least forty, one scenario each, all of them pinned", () => {
    const names = scenarios.map((one) => one.package).sort();
    expect(names).toEqual(Object.keys(versions).sort());
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(Object.values(versions).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test("the lock holds those versions, the integrity of every package and no address", () => {
    expect(lock.packages[""]?.dependencies).toEqual(versions);
    const entries = Object.entries(lock.packages).filter(([path]) => path !== "");
    expect(entries.filter(([, entry]) => !entry.integrity).map(([path]) => path)).toEqual([]);
    expect(entries.filter(([, entry]) => entry.resolved).map(([path]) => path)).toEqual([]);
  });

  test("only packages with a scenario are known to fail", () => {
    expect(Object.keys(knownFailures).filter((name) => !(name in versions))).toEqual([]);
  });

  test("a known failure is that failure and no other, and its end is a failure of the list", () => {
    const known = { fault: "a fault", message: /no setter/ };
    expect(verdict(undefined, undefined)).toBe("passed");
    expect(verdict("it has no setter", undefined)).toBe("failed");
    expect(verdict("it has no setter", known)).toBe("known");
    expect(verdict("something else", known)).toBe("failed");
    expect(verdict(undefined, known)).toBe("failed");
  });

  test("what is loaded beyond them is pinned by version and integrity", async () => {
    const list = JSON.parse(await read("load-all.json")) as { name: string; version: string; integrity?: string }[];
    expect(list.filter(({ version, integrity }) => !version || !integrity?.startsWith("sha512-"))).toEqual([]);
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  });
});
