import { defineConfig, mergeConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** Tests with programs of others: servers, browsers, packages. They install what is missing, so they run one after the other. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [] } },
  defineConfig({
    test: {
      include: [
        "packages/*/test-real/**/*.test.ts",
        "packages/extensions/*/test-real/**/*.test.ts",
        "scripts/test-real/*.test.ts",
      ],
      fileParallelism: false,
      // A download may take minutes.
      testTimeout: 15 * 60_000,
      hookTimeout: 15 * 60_000,
    },
  }),
);
