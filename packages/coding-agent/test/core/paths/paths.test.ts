import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  expandTilde,
  getAgentDir,
  getAuthPath,
  getCacheDir,
  getLogsDir,
  getProjectDir,
  getSessionsDir,
  getSettingsPath,
  resolveFrom,
} from "../../../src/core/paths/index.ts";

test("R14: Tau's home is ~/.tau, and only TAU_HOME moves it", () => {
  expect(getAgentDir({})).toBe(join(homedir(), ".tau"));
  expect(getAgentDir({ PI_CODING_AGENT_DIR: "/x", PI_CONFIG_DIR: "y" })).toBe(join(homedir(), ".tau"));
  expect(getAgentDir({ TAU_HOME: "~/elsewhere" })).toBe(join(homedir(), "elsewhere"));
  expect(getAgentDir({ TAU_HOME: "/a/../b" })).toBe("/b");
});

test("every file has its place in it", () => {
  const places = [getSessionsDir("/h"), getLogsDir("/h"), getCacheDir("/h"), getSettingsPath("/h"), getAuthPath("/h")];
  expect([...places, getProjectDir("/p")]).toEqual([
    "/h/sessions",
    "/h/logs",
    "/h/cache",
    "/h/settings.json",
    "/h/auth.json",
    "/p/.tau",
  ]);
});

test("paths of a file count from it, or from the home", () => {
  expect([
    resolveFrom("/b", "x"),
    resolveFrom("/b", "../y"),
    resolveFrom("/b", "/z"),
    resolveFrom("/b", "~/q"),
  ]).toEqual(["/b/x", "/y", "/z", join(homedir(), "q")]);
  expect([expandTilde("~"), expandTilde("~other/x")]).toEqual([homedir(), "~other/x"]);
});
