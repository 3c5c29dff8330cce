import { homedir } from "node:os";
import { expect, test } from "vitest";
import type { ProcessPurpose } from "../../../src/core/process/index.ts";
import { searchEnvironment } from "../../../src/core/process/search-path.ts";

const pathOf = (purpose: ProcessPurpose, PATH: string | undefined, cwd = "/work/project") =>
  searchEnvironment({ file: "x", args: [], cwd, purpose, env: PATH === undefined ? {} : { PATH, HOME: "/h" } }).PATH;

test("folders of the project are not searched for Tau's own programs, and last for those of the model and extensions", () => {
  const path = "/work/project/node_modules/.bin:.::/usr/bin:/work/project-other/bin:/bin";
  expect(pathOf("tau", path)).toBe("/usr/bin:/work/project-other/bin:/bin");
  for (const purpose of ["model", "extension"] as const)
    expect(pathOf(purpose, path)).toBe("/usr/bin:/work/project-other/bin:/bin:/work/project/node_modules/.bin:.:");
  expect(pathOf("user", path)).toBe(path);
  expect(pathOf("tau", undefined)).toBeUndefined();
});

test("a home or the whole disk is no project: its programs are found as ever", () => {
  for (const cwd of [homedir(), "/"])
    expect(pathOf("tau", `${homedir()}/go/bin:/usr/bin`, cwd)).toBe(`${homedir()}/go/bin:/usr/bin`);
});

test("an environment that is in order stays the same object", () => {
  const env = { PATH: "/usr/bin:/bin" };
  expect(searchEnvironment({ file: "x", args: [], cwd: "/work", purpose: "tau", env })).toBe(env);
});
