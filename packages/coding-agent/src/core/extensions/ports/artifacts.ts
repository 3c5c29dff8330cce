import { writeFile } from "node:fs/promises";
import { artifactDirectory, SessionArtifacts } from "@tau/agent/node";
import { OutputSink, type OutputSnapshot } from "../../output/index.ts";
import { renderOutput } from "../../tools/bash/render-output.ts";
import type { Artifact, ExtensionArtifacts, ToolOutput } from "../contract/artifacts.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import type { Generation } from "../host/generation.ts";

/** Uses the same folder, numbering and sink as the bash tool. */
export function createExtensionArtifacts(generation: Generation): ExtensionArtifacts {
  const kept = () => {
    const file = generation.createContext().sessionManager.getSessionFile();
    return file === undefined ? undefined : new SessionArtifacts(artifactDirectory(file));
  };
  return {
    async open(tool, limits = {}) {
      const artifacts = kept();
      const spillPlace = artifacts && (() => spill(artifacts, tool));
      const sink = new OutputSink({ ...limits, spillPlace });
      return {
        append: (output) => sink.append(typeof output === "string" ? Buffer.from(output) : output),
        snapshot: () => toolOutput(sink.snapshot()),
        finish() {
          sink.finish();
          return toolOutput(sink.snapshot());
        },
      };
    },
    async save(tool, content) {
      const made = kept()?.create(tool);
      if (!made)
        throw new ExtensionHostError("not-available", "This session is kept in memory: it has no place for artifacts.");
      await writeFile(made.path, content, { flag: "r+" });
      return artifact(made);
    },
    list: async () => kept()?.list().map(artifact) ?? [],
  };
}

function spill(artifacts: SessionArtifacts, tool: string) {
  const { id, path } = artifacts.create(tool);
  return { path, artifactId: String(id) };
}

function toolOutput(snapshot: OutputSnapshot): ToolOutput {
  const { fullOutputPath: path, artifactId, truncation } = snapshot;
  return {
    text: renderOutput(snapshot),
    truncated: truncation.truncated,
    ...(path !== undefined && { path }),
    ...(path !== undefined && artifactId !== undefined && { artifact: artifact({ id: Number(artifactId), path }) }),
  };
}

function artifact({ id, path }: { readonly id: number; readonly path: string }): Artifact {
  return { id, path, url: `artifact://${id}` };
}
