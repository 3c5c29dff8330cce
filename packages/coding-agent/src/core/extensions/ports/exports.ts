import { VERSION } from "../../../version.ts";
import { getAgentDir } from "../../paths/index.ts";
import { knownSecrets, redactedJson, redactSecrets } from "../../redaction/index.ts";
import type { ExtensionExports } from "../contract/exports.ts";
import type { Generation } from "../host/generation.ts";

export function createExtensionExports(generation: Generation): ExtensionExports {
  return {
    writeSession: async (path = "") => await generation.ports("exports.writeSession").writeSession(path),
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
