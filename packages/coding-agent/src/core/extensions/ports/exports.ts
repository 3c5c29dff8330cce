import { VERSION } from "../../../version.ts";
import { exportSession } from "../../export/index.ts";
import { getAgentDir } from "../../paths/index.ts";
import { knownSecrets, redactedJson, redactSecrets } from "../../redaction/index.ts";
import { Theme } from "../../themes/index.ts";
import type { ExtensionExports } from "../contract/exports.ts";
import type { Generation } from "../host/generation.ts";

export function createExtensionExports(generation: Generation): ExtensionExports {
  return {
    async writeSession(path = "") {
      const { session, services } = generation.ports("exports.writeSession").parts;
      const { theme } = generation.ui;
      return await exportSession(session, {
        path,
        cwd: services.cwd,
        theme: theme instanceof Theme ? theme : undefined,
      });
    },
    async redact(value) {
      const text = typeof value === "string" ? value : redactedJson(value, { indent: 1 });
      return redactSecrets(text, knownSecrets(getAgentDir()));
    },
    versions: async () => ({
      tau: VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
    }),
  };
}
