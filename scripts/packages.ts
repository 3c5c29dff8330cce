/**
 * Tests published packages in Tau. `npm run test:packages [-- name …]` drives them; `-- --lock` rewrites their lockfile;
 * `-- --load-all [name …]` loads many more and compares the names that they register with a published pi.
 */
import { writeLock } from "../packages/coding-agent/test/published-packages/install.ts";
import { loadAll } from "../packages/coding-agent/test/published-packages/load-all.ts";
import { runScenarios } from "../packages/coding-agent/test/published-packages/run.ts";

const [first, ...rest] = process.argv.slice(2);
if (first === "--lock") await writeLock();
else {
  const ok = first === "--load-all" ? loadAll(rest) : runScenarios(first === undefined ? [] : [first, ...rest]);
  process.exitCode = (await ok) ? 0 : 1;
}
