import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { makeZip } from "./make-archive.ts";
import { makePdf } from "./make-pdf.ts";

test("the built program attaches a PDF with @, and the model reads an entry of an archive", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({
    script: [{ toolCalls: [{ name: "read", arguments: { path: "a.zip:notes.txt" } }] }, { text: "done" }],
  });
  await useScriptedModel(workspace, server);
  await writeFile(join(workspace.cwd, "doc.pdf"), makePdf(["said in the document"]));
  await writeFile(join(workspace.cwd, "a.zip"), makeZip([{ name: "notes.txt", content: "kept in the archive" }]));
  const exit = await runCli({ workspace, args: ["-p", "@doc.pdf", "go"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "" });
  expect(JSON.stringify(server.requests[0]?.body)).toMatch(/doc\.pdf.{1,10}said in the document/);
  expect(JSON.stringify(server.requests[1]?.body)).toContain("kept in the archive");
});

test("a file that no reader shows is refused before a request is sent", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({ script: [{ text: "done" }] });
  await useScriptedModel(workspace, server);
  await writeFile(join(workspace.cwd, "broken.pdf"), "%PDF-1.4\n\0");
  const exit = await runCli({ workspace, args: ["-p", "@broken.pdf", "go"] });
  expect(exit).toMatchObject({ exitCode: 2, stdout: "" });
  expect(exit.stderr).toContain("Cannot attach @broken.pdf");
  expect(server.requests).toEqual([]);
});
