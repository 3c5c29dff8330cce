/** Published packages in Tau: `npm run test:packages [-- name …]`. */
import { runScenarios } from "../packages/coding-agent/test/published-packages/run.ts";

const names = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
process.exitCode = (await runScenarios(names)) ? 0 : 1;
