import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { findClone, updateClone } from "../../src/cli/commands/update-clone.ts";
import { git } from "../support/git.ts";

/** A repository and a clone of it. */
function cloned() {
  const folder = mkdtempSync(join(tmpdir(), "tau-clone-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [upstream, clone] = [join(folder, "upstream"), join(folder, "clone")];
  mkdirSync(join(upstream, "packages/coding-agent/dist"), { recursive: true });
  writeFileSync(join(upstream, "packages/coding-agent/dist/cli.js"), "one");
  git(upstream, "init", "--quiet");
  commit(upstream, "First");
  git(folder, "clone", "--quiet", upstream, clone);
  return { upstream, clone };
}

function commit(repository: string, subject: string): void {
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "--allow-empty", "-m", subject);
}

async function said(action: () => Promise<void>): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await action();
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

test("a clone is updated, and what changed is shown", async () => {
  const { upstream, clone } = cloned();
  expect(await said(() => updateClone(clone))).toBe(`Tau in ${clone} is up to date.\n`);
  commit(upstream, "Draw faster");
  commit(upstream, "Fix the fence");
  const text = await said(() => updateClone(clone));
  expect(text).toMatch(/was updated:\n[0-9a-f]+ Fix the fence\n[0-9a-f]+ Draw faster\nThe next start builds it\.\n$/);
  expect(git(clone, "log", "-1", "--format=%s").trim()).toBe("Fix the fence");
});

test("a clone with commits of its own is left as it is", async () => {
  const { upstream, clone } = cloned();
  commit(upstream, "Theirs");
  commit(clone, "Mine");
  await expect(updateClone(clone)).rejects.toThrow(/^git pull failed in .*clone: /);
  expect(git(clone, "log", "-1", "--format=%s").trim()).toBe("Mine");
});

test("a program that was installed from a package runs from no clone", async () => {
  const { clone } = cloned();
  expect(findClone(join(clone, "packages/coding-agent/dist"))).toBe(clone);
  expect(findClone(join(clone, "node_modules/@tau/coding-agent/dist"))).toBeUndefined();
});
