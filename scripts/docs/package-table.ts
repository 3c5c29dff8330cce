import { packageVersions } from "../../packages/coding-agent/test/published-packages/install.ts";
import { knownFailures } from "../../packages/coding-agent/test/published-packages/known-failures.ts";
import { readScenarios } from "../../packages/coding-agent/test/published-packages/scenario.ts";
import { code, markdownTable } from "./markdown-table.ts";

/** Returns the table of the published packages that tests drive, with what each test shows. */
export async function packageTable(): Promise<string> {
  const versions = await packageVersions();
  const rows = (await readScenarios()).map((one) => {
    const fault = knownFailures[one.package]?.fault;
    const shows = fault === undefined ? one.shows : `Not yet: ${fault}. (${one.shows})`;
    return [code(one.package), versions[one.package] ?? "", shows];
  });
  return markdownTable(["package", "version", "what is done, and what must be seen"], rows.sort());
}
