import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { at } from "./scripts/bootstrap/root.mjs";

export default defineConfig({
  resolve: { conditions: ["@tau/source", "node", "import", "module", "default"] },
  ssr: { resolve: { conditions: ["@tau/source", "node", "import", "module", "default"] } },
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "packages/extensions/*/test/**/*.test.ts",
      "scripts/**/*.test.ts",
      "bench/test/**/*.test.ts",
      "differential/test/*.test.ts",
    ],
    globalSetup: ["scripts/build-for-tests.mjs"],
    // Separate processes rather than threads: a fork copies the page tables of its parent, so starting a program from a small process is cheaper.
    pool: "forks",
    isolate: false,
    // Many tests wait for a program they started: more workers than cores fill those gaps.
    maxWorkers: availableParallelism() + 2,
    // Nothing is timed: this only ends a test that hangs, on a machine that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests are started from any shell; what it has set must not change what they see.
    env: { NO_COLOR: "", FORCE_COLOR: "", TAU_OFFLINE: "1", NODE_COMPILE_CACHE: at(".cache/compiled-for-tests") },
  },
});
