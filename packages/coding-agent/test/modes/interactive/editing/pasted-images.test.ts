import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pastedImagePaths } from "../../../../src/modes/interactive/editing/pasted-images.ts";

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
