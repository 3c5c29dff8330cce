import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { EditCase } from "../../../../bench/support/edits/edit-case.ts";
import { perturbedEdits } from "../../../../bench/support/edits/perturb.ts";
import { MODES, runEdit } from "../../../../bench/support/edits/run-edit.ts";
import { tempFolder } from "../../temp-folder.ts";

const edits = JSON.parse(readFileSync(new URL("fixtures/edits.json", import.meta.url), "utf8")) as readonly EditCase[];

/** A small part of `npm run bench -- edits`. */
test.each(MODES)("%s applies no edit wrong, and every one that was sent without an error", async (mode) => {
  const folder = await tempFolder();
  const failed: string[] = [];
  let clear = 0;
  for (const { edit, kind, perturbed } of perturbedEdits(edits, 1)) {
    const { outcome, answer } = await runEdit(mode, perturbed, folder, edit.name);
    const isClear = mode === "hashline" && perturbed.expected !== undefined && !perturbed.isUnclear;
    const mustLand = kind === "none" || isClear;
    if (mustLand) clear++;
    if (outcome === "wrong" || (mustLand && outcome !== "right")) failed.push(`${edit.name}, ${kind}: ${answer}`);
  }
  expect(clear).toBeGreaterThanOrEqual(edits.length);
  expect(failed).toEqual([]);
});
