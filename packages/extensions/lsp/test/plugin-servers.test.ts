import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { readConfig } from "../servers/config.ts";

test("servers of plugins come before those of the table; a wrong entry is named", async () => {
  const place = { cwd: tmpdir(), agentDir: tmpdir(), isTrusted: false };
  const toy = { command: "toy-lsp", extensionToLanguage: { ".toy": "toy" } };
  const { servers, problems } = await readConfig(place, [
    { name: "box:toy", config: toy },
    { name: "box:bad", config: 7 },
  ]);
  expect(servers[0]).toMatchObject({
    name: "box:toy",
    command: "toy-lsp",
    fileTypes: [".toy"],
    languageIds: { ".toy": "toy" },
  });
  expect(problems).toEqual(["box:bad is left out: it must be an object."]);
});
