import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { subject } from "../../subject.ts";

const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const extension = fc.constantFrom(
  "export default function (pi) { pi.registerCommand('greet', { description: 'Greets', handler: async () => {} }); }",
  "export default async function (pi) { pi.registerTool({ name: 'own', label: 'Own', description: 'd', parameters: { type: 'object', properties: {} }, execute: async () => ({ content: [], details: undefined }) }); pi.on('session_start', () => {}); pi.registerFlag('fast', { type: 'boolean', default: true }); }",
  "export const notAFunction = 1;",
  "throw new Error('fails at load');",
  "syntax error here",
  "export default () => { throw new Error('fails in its function'); };",
);

export const installationSubjects = [
  subject({
    name: "coding-agent/load-extensions",
    inputs: fc.record({
      files: fc.dictionary(fc.constantFrom("one.ts", "two.js", "sub/index.ts"), extension, { minKeys: 1, maxKeys: 2 }),
      missing: fc.boolean(),
    }),
    runs: 40,
    run: async ({ codingAgent, root }, { files, missing }) => {
      // A folder of its own for each input: a module that was loaded before is compared by the next subject.
      const folder = join(
        root,
        "extensions",
        createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12),
      );
      rmSync(folder, { recursive: true, force: true });
      const paths = Object.entries(files).map(([name, text]) => {
        const file = join(folder, name);
        mkdirSync(join(file, ".."), { recursive: true });
        writeFileSync(file, text);
        return name.startsWith("sub") ? join(folder, "sub") : file;
      });
      const result = await codingAgent.discoverAndLoadExtensions(
        missing ? [...paths, join(folder, "missing.ts")] : paths,
        folder,
        join(folder, "agent"),
      );
      return {
        errors: result.errors.map((error) => error.path).sort(),
        extensions: result.extensions
          .map((each) => ({
            path: each.path,
            commands: [...each.commands.keys()],
            tools: [...each.tools.keys()],
            flags: [...each.flags.keys()],
            handlers: [...each.handlers.keys()],
          }))
          .sort((a, b) => (a.path < b.path ? -1 : 1)),
      };
    },
  }),
  subject({
    name: "coding-agent/load-changed-extension",
    inputs: fc.constantFrom("ts", "js"),
    runs: 2,
    run: async ({ codingAgent, root }, ending) => {
      const folder = join(root, "changed");
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const names: string[][] = [];
      for (const name of ["before", "after"]) {
        const file = join(folder, `one.${ending}`);
        writeFileSync(file, `export default (pi) => { pi.registerCommand("${name}", { handler: async () => {} }); };`);
        const { extensions } = await codingAgent.discoverAndLoadExtensions([file], folder, join(folder, "agent"));
        names.push(extensions.flatMap((each) => [...each.commands.keys()]));
      }
      return names;
    },
  }),
  subject({
    name: "coding-agent/extension-runtime",
    inputs: fc.constantFrom(
      "flagValues",
      "pendingProviderRegistrations",
      "assertActive",
      "invalidate",
      "sendMessage",
      "getActiveTools",
    ),
    runs: 6,
    run: ({ codingAgent }, member) => {
      const runtime = codingAgent.createExtensionRuntime() as unknown as Record<string, unknown>;
      const before = typeof runtime[member];
      runtime[member] = [];
      return { before, canBeSet: Array.isArray(runtime[member]) };
    },
  }),
  subject({
    name: "coding-agent/paths",
    examples: ["getAgentDir", "getDocsPath", "getExamplesPath", "getPackageDir", "getReadmePath"] as const,
    inputs: fc.constantFrom("getAgentDir", "getDocsPath", "getExamplesPath", "getPackageDir", "getReadmePath"),
    runs: 5,
    run: ({ codingAgent }, name) => [
      typeof codingAgent[name](),
      typeof codingAgent.VERSION,
      typeof codingAgent.CONFIG_DIR_NAME,
    ],
  }),
  subject({
    name: "coding-agent/classes",
    examples: [
      "AgentSession",
      "AgentSessionRuntime",
      "ExtensionRunner",
      "InteractiveMode",
      "RpcClient",
      "DefaultPackageManager",
      "CustomEditor",
      "FooterComponent",
      "ModelSelectorComponent",
      "OAuthSelectorComponent",
      "SessionSelectorComponent",
      "SettingsSelectorComponent",
    ] as const,
    inputs: fc.constantFrom(
      "AgentSession",
      "AgentSessionRuntime",
      "ExtensionRunner",
      "InteractiveMode",
      "RpcClient",
      "DefaultPackageManager",
      "CustomEditor",
      "FooterComponent",
      "ModelSelectorComponent",
      "OAuthSelectorComponent",
      "SessionSelectorComponent",
      "SettingsSelectorComponent",
      "ModelRuntime",
      "SessionManager",
      "SettingsManager",
    ),
    runs: 30,
    run: ({ codingAgent }, name) => typeof codingAgent[name],
  }),
  subject({
    name: "coding-agent/credential-error",
    inputs: fc.constantFrom("login" as const, "logout" as const),
    runs: 2,
    run: ({ codingAgent }, operation) => {
      const error = new codingAgent.CredentialSynchronizationError("own", operation, undefined, {
        cause: new Error("why"),
      });
      return {
        name: error.name,
        provider: error.providerId,
        operation: error.operation,
        isError: error instanceof Error,
      };
    },
  }),
  subject({
    name: "coding-agent/images",
    inputs: fc.constantFrom("resize", "limits", "convert", "note"),
    runs: 4,
    run: async ({ codingAgent }, what) => {
      const bytes = Uint8Array.from(Buffer.from(PICTURE, "base64"));
      if (what === "convert") return codingAgent.convertToPng(PICTURE, "image/png");
      const resized = await codingAgent.resizeImage(
        bytes,
        "image/png",
        what === "limits" ? ({ maxWidth: 10, maxHeight: 10 } as never) : undefined,
      );
      if (what === "note")
        return typeof codingAgent.formatDimensionNote({
          ...(resized as object),
          wasResized: true,
          originalWidth: 2,
          originalHeight: 2,
          width: 1,
          height: 1,
        } as never);
      return resized && { ...resized, data: typeof resized.data };
    },
  }),
];
