import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A fenced block of a page. */
export interface Example {
  /** The page and line, in the form that editors open. */
  readonly place: string;
  readonly page: string;
  /** The first word after the fence. `text` marks a block that is not an example: a path, a drawing, the content of a screen. */
  readonly language: string;
  /** Why it is not run, as the fence states it: "```sh no-run: needs the network". */
  readonly noRun: string | undefined;
  readonly code: string;
}

const root = new URL("../../", import.meta.url);

/** Reads every fenced block of the manual, the README and the READMEs of the packages. */
export async function readExamples(): Promise<Example[]> {
  const pages = globSync(["README.md", "docs/*.md", "packages/*/README.md", "packages/extensions/*/README.md"], {
    cwd: fileURLToPath(root),
  }).sort();
  const texts = await Promise.all(pages.map((page) => readFile(new URL(page, root), "utf8")));
  return pages.flatMap((page, index) => examplesIn(page, texts[index] ?? ""));
}

/** Resolves to the commands in the first column of a page's tables, between backticks. */
export async function tableCommands(page: string, program: RegExp): Promise<string[]> {
  const text = await readFile(new URL(page, root), "utf8");
  const cells = [...text.matchAll(/^\| (.+?) +\| /gm)].map(([, cell = ""]) => cell.replaceAll("\\|", "|"));
  return cells
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command))
    .filter((command) => program.test(command));
}

export function examplesIn(page: string, text: string): Example[] {
  return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: info = "", 2: code = "" }) => {
    const [, language = "", , noRun] = /^(\S*)(\s+no-run: *(.*))?/.exec(info) ?? [];
    const line = text.slice(0, index).split("\n").length;
    return { place: `${page}:${line}`, page, language, noRun, code };
  });
}
