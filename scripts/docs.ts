// Regenerates the tables of the manual from the code. Run: npm run docs
import { writeFile } from "node:fs/promises";
import { fillPage } from "./docs/fill-page.ts";
import { generatedTables } from "./docs/generated-tables.ts";
import { readPages } from "./docs/pages.ts";

const tables = await generatedTables();
for (const { path, name, text } of await readPages()) {
  const filled = fillPage(text, tables);
  if (filled === text) continue;
  await writeFile(path, filled);
  console.log(`Wrote ${name}`);
}
