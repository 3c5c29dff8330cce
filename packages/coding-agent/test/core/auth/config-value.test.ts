import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  clearConfigValueCache,
  isConfigValueConfigured,
  resolveConfigValue,
  resolveHeaders,
} from "../../../src/core/auth/index.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

beforeEach(clearConfigValueCache);

test("a literal is itself", async () => {
  expect(await resolveConfigValue("sk-ant-1$")).toBe("sk-ant-1$");
});

test("P-AI-54: the name of a set variable is its value, of an unset one the text", async () => {
  const env = { TAU_TEST_KEY: "from-env" };
  expect(await resolveConfigValue("TAU_TEST_KEY", { env })).toBe("from-env");
  expect(await resolveConfigValue("TAU_TEST_UNSET")).toBe("TAU_TEST_UNSET");
});

test("references are replaced, $$ and $! are escapes, and an unset one leaves nothing", async () => {
  const env = { A: "1", B: "2" };
  expect(await resolveConfigValue(`x-$A-\${B}-$$A-$!`, { env })).toBe("x-1-2-$A-!");
  expect(await resolveConfigValue("$TAU_TEST_UNSET", { env })).toBeUndefined();
  expect(isConfigValueConfigured("$TAU_TEST_UNSET")).toBe(false);
  expect(isConfigValueConfigured("$A", env)).toBe(true);
});

test("P-AI-53: a command is its trimmed output, run once where that is asked for", async () => {
  const log = join(temporaryDirectory(), "log");
  writeFileSync(log, "");
  const command = `!echo x >> '${log}'; printf '  key  \\n'`;
  const values = [
    await Promise.all([resolveConfigValue(command, { cache: true }), resolveConfigValue(command, { cache: true })]),
    await resolveConfigValue(command, { cache: true }),
  ].flat();
  expect(values).toEqual(["key", "key", "key"]);
  expect(readFileSync(log, "utf8")).toBe("x\n");
  await resolveConfigValue(command);
  expect(readFileSync(log, "utf8")).toBe("x\nx\n");
});

test("a command that fails or says nothing gives nothing, and is tried again", async () => {
  const gate = join(temporaryDirectory(), "gate");
  const command = `!cat '${gate}'`;
  expect(await resolveConfigValue(command, { cache: true })).toBeUndefined();
  expect(await resolveConfigValue("!true", { cache: true })).toBeUndefined();
  writeFileSync(gate, "open");
  expect(await resolveConfigValue(command, { cache: true })).toBe("open");
});

test("a command does not wait for input", async () => {
  expect(await resolveConfigValue("!cat; echo end")).toBe("end");
});

test("P-AI-55: headers follow the same rules", async () => {
  const env = { A: "1" };
  expect(await resolveHeaders({ a: "A", b: "!echo 2", c: "$NOT_SET_HERE", d: "plain text" }, { env })).toEqual({
    a: "1",
    b: "2",
    d: "plain text",
  });
  expect(await resolveHeaders(undefined)).toEqual({});
});
