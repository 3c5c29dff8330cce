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

test("@ attaches a range of lines, an entry with its range, and of a large table the beginning with its columns", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({ script: [{ text: "done" }] });
  await useScriptedModel(workspace, server);
  const lines = Array.from({ length: 9 }, (_, index) => `line ${index + 1}\n`).join("");
  await writeFile(join(workspace.cwd, "notes.txt"), lines);
  await writeFile(
    join(workspace.cwd, "a.zip"),
    makeZip([{ name: "inner.txt", content: lines.replaceAll("line", "inner") }]),
  );
  const rows = Array.from({ length: 40_000 }, (_, index) => `${index},row ${index}`).join("\n");
  await writeFile(join(workspace.cwd, "big.csv"), `id,name\n${rows}\n`);
  await writeFile(join(workspace.cwd, "small.csv"), "id,name\n1,small\n");
  const files = ["@notes.txt:2-3", "@a.zip:inner.txt:5-6", "@big.csv", "@small.csv"];
  expect(await runCli({ workspace, args: ["-p", ...files, "go"] })).toMatchObject({ exitCode: 0, stderr: "" });
  const sent = JSON.stringify(server.requests[0]?.body);
  expect(sent).toMatch(/notes\.txt:2-3[^l]+line 2\\nline 3\\n\\n\[6 more lines/);
  expect(sent).not.toContain("line 4");
  expect(sent).toMatch(/inner 5\\ninner 6\\n/);
  expect(sent).not.toContain("inner 7");
  expect(sent).toContain("2 columns: id, name");
  expect(sent).toContain("1998,row 1998");
  expect(sent).not.toContain("39999,row");
  expect(sent).toContain("1,small");
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
