import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { fillPage } from "../docs/fill-page.ts";
import { generatedTables } from "../docs/generated-tables.ts";
import { markdownTable } from "../docs/markdown-table.ts";
import { readPages } from "../docs/pages.ts";

const tables = await generatedTables();
const pages = await readPages();

describe("the manual", () => {
  test.each(pages)("$name says what the code says; if not: npm run docs", ({ text }) => {
    expect(text).toBe(fillPage(text, tables));
  });

  test("shows every generated table", () => {
    const shown = pages.flatMap(({ text }) => [...text.matchAll(/<!-- generated: (\S+) -->/g)].map(([, name]) => name));
    expect(shown.sort()).toEqual([...tables.keys()].sort());
  });

  test.each(pages)("$name links to files and headings that are there", ({ path, text }) => {
    expect(brokenLinks(path, text)).toEqual([]);
  });

  test("its index names every page", () => {
    const index = pages.find(({ name }) => name === "docs/README.md")?.text ?? "";
    const missing = pages.filter(({ name }) => name.startsWith("docs/") && name !== "docs/README.md");
    expect(missing.filter(({ name }) => !index.includes(`(${name.slice(5)})`)).map(({ name }) => name)).toEqual([]);
  });
});

describe("filling a page", () => {
  const filled = "a\n<!-- generated: x -->\n\n| new |\n\n<!-- end of x -->\nb";

  test("puts the table between its marks, and only once", () => {
    const page = "a\n<!-- generated: x -->\nold\n<!-- end of x -->\nb";
    expect(fillPage(page, new Map([["x", "| new |"]]))).toBe(filled);
    expect(fillPage(filled, new Map([["x", "| new |"]]))).toBe(filled);
  });

  test("refuses a name that nobody generates, and a mark without an end", () => {
    expect(() => fillPage(filled, new Map([["y", ""]]))).toThrow('There is no generated table "x". There are: y.');
    expect(() => fillPage("<!-- generated: x -->\n", new Map())).toThrow('The table "x" lacks its end');
  });

  test("aligns a table and escapes what would end a cell", () => {
    expect(markdownTable(["a", "long head"], [["x|y", "1"]])).toBe(
      "| a    | long head |\n| ---- | --------- |\n| x\\|y | 1         |",
    );
  });
});

/** Links within the repository whose file, or heading of that file, does not exist. */
function brokenLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = "", heading] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      if (!existsSync(target)) return true;
      if (heading === undefined) return false;
      const page = pages.find((candidate) => candidate.path === target);
      return !page || !headings(page.text).includes(heading);
    });
}

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
