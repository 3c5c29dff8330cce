import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isMissing } from "@tau/agent/error-code";
import { replaceFile } from "../files/replace-file.ts";
import {
  ConfigError,
  editJson,
  type FileDiagnostic,
  isObject,
  loadJsonFile,
  parseJson,
  readFile,
} from "../json-file/index.ts";
import { withLockSync } from "../lock/index.ts";
import { getTrustPath } from "../paths/index.ts";

/** `null`: no decision has been made. */
export type ProjectTrustDecision = boolean | null;

export interface ProjectTrustStoreEntry {
  path: string;
  decision: boolean;
}

export interface ProjectTrustUpdate {
  path: string;
  decision: ProjectTrustDecision;
}

/** Stores decisions on folders by their real path. A decision applies to all folders below, unless a nearer one exists. */
export class ProjectTrustStore {
  readonly agentDir: string;
  private readonly path: string;

  constructor(agentDir: string) {
    this.agentDir = agentDir;
    this.path = getTrustPath(agentDir);
  }

  get(cwd: string): ProjectTrustDecision {
    return this.getEntry(cwd)?.decision ?? null;
  }

  getEntry(cwd: string): ProjectTrustStoreEntry | null {
    const { value: decisions } = this.load();
    for (const path of withAncestors(canonicalPath(cwd))) {
      const decision = Object.hasOwn(decisions, path) ? decisions[path] : undefined;
      if (typeof decision === "boolean") return { path, decision };
    }
    return null;
  }

  set(cwd: string, decision: ProjectTrustDecision): void {
    this.setMany([{ path: cwd, decision }]);
  }

  setMany(updates: readonly ProjectTrustUpdate[]): void {
    withLockSync(`${this.path}.lock`, () => {
      const { text, diagnostics } = readFile(this.path);
      const parsed = parseJson(text ?? "{}");
      if (diagnostics.length > 0 || !parsed.ok || !isObject(parsed.value)) {
        throw new ConfigError(
          "broken-file",
          `${this.path} cannot be understood and was left as it is. Repair or remove it.`,
        );
      }
      const changes = updates.map(({ path, decision }) => ({
        path: [canonicalPath(path)],
        value: decision ?? undefined,
      }));
      replaceFile(this.path, editJson(text, changes), { mode: 0o600, durable: true });
    });
  }

  diagnostics(): readonly FileDiagnostic[] {
    return this.load().diagnostics;
  }

  private load() {
    return loadJsonFile(this.path, trustSchema);
  }
}

const trustSchema = { type: "object", additionalProperties: { type: "boolean" } } as const;

/** Resolves links, so that each folder has one name. */
export function canonicalPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (isMissing(error)) return resolve(path);
    throw error;
  }
}

/** Returns a folder and every folder above it, nearest first. */
export function withAncestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...withAncestors(parent)];
}
