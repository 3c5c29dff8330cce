import { join } from "node:path";
import { expect, test } from "vitest";
import { loadEnvFiles } from "../../../src/core/settings/index.ts";
import { temporaryDirectory, writeTree } from "../support/temporary-directory.ts";

function load(projectTrusted: boolean, env: Record<string, string | undefined>) {
  const root = temporaryDirectory();
  writeTree(root, {
    "project/.env": 'A=project\nB="project # b"\nexport C=project\nOMP_SMOL_MODEL=small\n',
    "home/.tau/.env": "A=agent\nD=agent\n",
    "home/.env": "A=home\nD=home\nE=home\nPI_SMOL_MODEL=other\n",
  });
  const home = join(root, "home");
  return loadEnvFiles({ cwd: join(root, "project"), agentDir: join(home, ".tau"), home, projectTrusted }, env);
}

test("R12 R13: what is set stays, the nearer file counts, and old names have their twin", () => {
  const env: Record<string, string | undefined> = { A: "process" };
  const filled = load(true, env);
  expect(env).toEqual({
    A: "process",
    B: "project # b",
    C: "project",
    D: "agent",
    E: "home",
    OMP_SMOL_MODEL: "small",
    PI_SMOL_MODEL: "small",
  });
  expect(filled.toSorted()).toEqual(["B", "C", "D", "E", "OMP_SMOL_MODEL", "PI_SMOL_MODEL"]);
});

test("the file of a project that is not trusted is not read", () => {
  const env: Record<string, string | undefined> = {};
  load(false, env);
  expect(env).toEqual({ A: "agent", D: "agent", E: "home", PI_SMOL_MODEL: "other" });
});

test("without files nothing happens", () => {
  const nowhere = join(temporaryDirectory(), "none");
  expect(loadEnvFiles({ cwd: nowhere, agentDir: nowhere, home: nowhere, projectTrusted: true }, {})).toEqual([]);
});
