import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BackgroundSearch } from "../../../src/core/files/background-search.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ALWAYS_STALE = -1;

/** A folder with one subfolder of each name, and a search that lists it. */
function listed(...names: string[]) {
  const root = join(temporaryDirectory(), "listed");
  mkdirSync(root);
  for (const name of names) mkdirSync(join(root, name));
  const searches: Promise<string[]>[] = [];
  const search = () => {
    const result = readdir(root);
    searches.push(result);
    return result;
  };
  return { root, searches, search };
}

test("a fresh result is returned without another search", async () => {
  const { root, searches, search } = listed("a");
  const background = new BackgroundSearch();
  await background.find(root, search);
  mkdirSync(join(root, "b"));
  expect(await background.find(root, search)).toEqual(["a"]);
  expect(searches).toHaveLength(1);
});

test("calls during the first search wait for it", async () => {
  const { root, searches, search } = listed("a");
  const background = new BackgroundSearch();
  expect(await Promise.all([background.find(root, search), background.find(root, search)])).toEqual([["a"], ["a"]]);
  expect(searches).toHaveLength(1);
});

test("an old result is returned while the next search runs in the background", async () => {
  const { root, searches, search } = listed("a");
  const background = new BackgroundSearch(ALWAYS_STALE);
  await background.find(root, search);
  mkdirSync(join(root, "b"));
  expect(await background.find(root, search)).toEqual(["a"]);
  await searches.at(-1);
  expect(await background.find(root, search)).toEqual(["a", "b"]);
});

test("a search that fails in the background keeps the earlier result and is not an unhandled rejection", async () => {
  const { root, searches, search } = listed("a");
  const background = new BackgroundSearch(ALWAYS_STALE);
  await background.find(root, search);
  renameSync(root, `${root}-moved`);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    expect(await background.find(root, search)).toEqual(["a"]);
    await expect(searches.at(-1)).rejects.toThrow("ENOENT");
    await new Promise(setImmediate);
  } finally {
    process.off("unhandledRejection", note);
  }
  expect(unhandled).toEqual([]);
  expect(await background.find(root, search)).toEqual(["a"]);
  expect(readdirSync(`${root}-moved`)).toEqual(["a"]);
});

test("the first search reports its failure", async () => {
  const { root, search } = listed();
  renameSync(root, `${root}-moved`);
  await expect(new BackgroundSearch().find(root, search)).rejects.toThrow("ENOENT");
});
