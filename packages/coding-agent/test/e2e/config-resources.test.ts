import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, runCli, startCliInPty, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";

async function withPackage(): Promise<Workspace> {
  const workspace = await createWorkspace({
    files: {
      "pack/package.json": JSON.stringify({ name: "pack", version: "1.0.0" }),
      "pack/prompts/one.md": "One.",
      "pack/prompts/two.md": "Two.",
      "pack/skills/poet/SKILL.md": "---\nname: poet\ndescription: Writes verse\n---\n",
    },
  });
  await workspace.configure("settings.json", { packages: [workspace.path("pack")] });
  return workspace;
}

const settingsOf = async (workspace: Workspace) =>
  JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"));
const states = (stdout: string) =>
  stdout
    .trim()
    .split("\n")
    .map((line) =>
      line
        .split("\t")
        .slice(0, 3)
        .map((cell) => cell.trim()),
    );

test("without a terminal resources are listed, and switched by name for the user or the folder", async () => {
  await using workspace = await withPackage();
  const config = (...args: string[]) => runCli({ workspace, args: ["config", ...args] });
  const listed = states((await config("resources")).stdout);
  expect(listed.filter(([, type, name]) => type !== "extensions" || name === "calc")).toEqual([
    ["on", "extensions", "calc"],
    ["on", "skills", "skills/poet/SKILL.md"],
    ["on", "prompts", "prompts/one.md"],
    ["on", "prompts", "prompts/two.md"],
  ]);
  expect((await config("disable", "prompts/one.md")).stdout).toContain("is off for you");
  await config("disable", "extensions:calc");
  expect(await settingsOf(workspace)).toEqual({
    packages: [{ source: workspace.path("pack"), prompts: ["-prompts/one.md"] }],
    extensions: ["-builtin:calc"],
  });
  expect((await config("enable", "calc", "--local")).stdout).toContain("is on for this folder");
  expect(JSON.parse(await workspace.read(".tau/settings.json"))).toEqual({ extensions: ["+builtin:calc"] });
  expect((await config("disable", "poet")).stdout).toContain("skills/poet/SKILL.md is off for you");
  expect(await config("enable", "nothing")).toMatchObject({
    exitCode: 3,
    stderr: 'tau: There is no resource "nothing". tau config resources lists them.\n',
  });
});

test("on a terminal they are chosen from a list; Tab changes for whom", async () => {
  await using workspace = await withPackage();
  await using tau = startCliInPty({ workspace, args: ["config"], columns: 90, rows: 24 });
  await tau.waitForText("Resources, for you");
  tau.send("two");
  await tau.waitForText((screen) => screen.includes("● prompt prompts/two.md") && !screen.includes("poet"));
  tau.press("enter");
  await tau.waitForText("○ prompt prompts/two.md");
  tau.press("tab");
  await tau.waitForText("Resources, for this folder");
  tau.press("escape");
  expect((await tau.exited).exitCode).toBe(0);
  expect(await settingsOf(workspace)).toEqual({
    packages: [{ source: workspace.path("pack"), prompts: ["-prompts/two.md"] }],
  });
});
