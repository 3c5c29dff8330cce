import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copiedFiles, pastedImagePaths } from "../../../../src/modes/interactive/editing/pasted-files.ts";

const paste = (text: string) => pastedImagePaths(`\x1b[200~${text}\x1b[201~`);

test("paths of images, as terminals paste what is dropped on them", () => {
  expect(paste("/tmp/a.png")).toEqual(["/tmp/a.png"]);
  expect(paste("/tmp/a.png /tmp/b.JPG \n")).toEqual(["/tmp/a.png", "/tmp/b.JPG"]);
  expect(paste("'/tmp/my shot.png'")).toEqual(["/tmp/my shot.png"]);
  expect(paste("/tmp/my\\ shot.png")).toEqual(["/tmp/my shot.png"]);
  expect(paste("/tmp/my shot.png")).toEqual(["/tmp/my shot.png"]);
  expect(paste("file:///tmp/my%20shot.webp")).toEqual(["/tmp/my shot.webp"]);
  expect(paste("~/a.gif")).toEqual([join(homedir(), "a.gif")]);
});

test("anything else is text", () => {
  for (const text of ["", "a.png", "look at /tmp/a.png", "/tmp/a.txt", "/tmp/a.png is broken", "x".repeat(10_000)])
    expect(paste(text)).toBeUndefined();
  expect(pastedImagePaths("/tmp/a.png")).toBeUndefined();
});

test("files that a file manager has copied", () => {
  expect(copiedFiles("file:///tmp/my%20report.pdf\r\nfile://localhost/tmp/b.zip\r\n")).toEqual([
    "/tmp/my report.pdf",
    "/tmp/b.zip",
  ]);
  expect(copiedFiles("# a comment\n/Users/me/100% sure.docx\n")).toEqual(["/Users/me/100% sure.docx"]);
  for (const other of [
    "",
    "https://example.com/a.pdf",
    "file:///a.pdf\nhttps://example.com",
    "file://host/share",
    "file:///%zz",
    "text",
  ])
    expect(copiedFiles(other)).toEqual([]);
});
