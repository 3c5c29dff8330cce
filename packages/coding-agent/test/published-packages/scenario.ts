import { readdir } from "node:fs/promises";
import type { ModelServer, Workspace } from "@tau/testkit";
import type { PackageSession } from "./package-session.ts";
import type { WebServer } from "./web-server.ts";

/** One published package, driven in what it is for. */
export interface Scenario {
  /** Its name on npm; the version is in packages.json. */
  readonly package: string;
  /** What is done and what must be seen, in one sentence. The manual shows it. */
  readonly shows: string;
  /** Files of the working directory, which is a Git repository. */
  readonly files?: Readonly<Record<string, string>>;
  /** Added to settings.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the package needs before Tau starts: files of its own, variables, arguments of the command line. */
  readonly prepare?: (place: Place) => Promise<Start> | Start;
  readonly drive: (tau: PackageSession) => Promise<void>;
}

export interface Place {
  readonly workspace: Workspace;
  readonly server: ModelServer;
  readonly web: WebServer;
}

export interface Start {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Another program than the Tau of this repository. */
  readonly cli?: string;
}

/** One file each; a new one needs no other change. */
export async function readScenarios(): Promise<Scenario[]> {
  const folder = new URL("scenarios/", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts")).sort();
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  return modules.map((one) => (one as { default: Scenario }).default);
}
