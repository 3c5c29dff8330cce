import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canActAsOthers } from "@tau/testkit";
import { expect, test } from "vitest";
import { pendingMutations, withFileMutationQueue } from "../../../src/core/files/index.ts";
import { runScript, sourceUrl } from "../run-script.ts";
import { tempFolder } from "../temp-folder.ts";

test("P-TOOL-10: mutations of one file run one after the other, in the order they were asked for", async () => {
  const file = join(await tempFolder(), "a.txt");
  const seen = await record([file, file, file]);
  expect(seen).toEqual(["0 starts", "0 ends", "1 starts", "1 ends", "2 starts", "2 ends"]);
});

test("P-TOOL-10: mutations of two files run at the same time", async () => {
  const folder = await tempFolder();
  const bothRun = Promise.withResolvers<void>();
  const first = withFileMutationQueue(join(folder, "a"), () => bothRun.promise);
  await withFileMutationQueue(join(folder, "b"), async () => bothRun.resolve());
  await first;
});

test("P-TOOL-11: two paths to one file share a queue, through links of the file and of its folder", async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, "real"));
  await writeFile(join(folder, "real", "a"), "");
  await symlink(join(folder, "real"), join(folder, "linked"));
  await symlink(join(folder, "real", "a"), join(folder, "link"));
  const paths = [join(folder, "real", "a"), join(folder, "linked", "a"), join(folder, "link")];
  expect(await record(paths)).toEqual(["0 starts", "0 ends", "1 starts", "1 ends", "2 starts", "2 ends"]);
});

test("P-TOOL-12: a failing mutation lets the next one run, and nothing is remembered afterwards", async () => {
  const file = join(await tempFolder(), "a.txt");
  const failing = withFileMutationQueue(file, () => Promise.reject(new Error("no")));
  const next = withFileMutationQueue(file, async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
  expect(pendingMutations()).toBe(0);
});

test("P-TOOL-13: a file that does not exist yet, in a folder that does not, has a queue too", async () => {
  const folder = await tempFolder();
  await symlink(folder, join(folder, "link"));
  const paths = [join(folder, "x", "y", "z"), join(folder, "link", "x", "y", "z")];
  expect(await record(paths)).toEqual(["0 starts", "0 ends", "1 starts", "1 ends"]);
});

test.runIf(canActAsOthers())("a user without a name, as containers have them, changes files too", async () => {
  const report = await runScript(`
    import { withFileMutationQueue } from ${JSON.stringify(sourceUrl("core/files/index.ts"))};
    await import(${JSON.stringify(sourceUrl("core/lock/index.ts"))});
    process.setgid(54321);
    process.setuid(54321);
    await withFileMutationQueue("/tmp/tau-of-nobody", async () => console.log("changed"));
  `);
  expect(report).toBe("changed\n");
});

test("processes that change one file do not lose each other's changes", async () => {
  const path = join(await tempFolder(), "counter");
  await writeFile(path, "0");
  const script = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { withFileMutationQueue } from ${JSON.stringify(sourceUrl("core/files/index.ts"))};
    const path = ${JSON.stringify(path)};
    for (let index = 0; index < 10; index++) {
      await withFileMutationQueue(path, async () => {
        const before = Number(readFileSync(path, "utf8"));
        await new Promise((resolve) => setTimeout(resolve, 1));
        writeFileSync(path, String(before + 1));
      });
    }
  `;
  await Promise.all([runScript(script), runScript(script), runScript(script)]);
  expect(await readFile(path, "utf8")).toBe("30");
});

async function record(paths: string[]): Promise<string[]> {
  const seen: string[] = [];
  await Promise.all(
    paths.map((path, index) =>
      withFileMutationQueue(path, async () => {
        seen.push(`${index} starts`);
        await new Promise(setImmediate);
        seen.push(`${index} ends`);
      }),
    ),
  );
  return seen;
}
