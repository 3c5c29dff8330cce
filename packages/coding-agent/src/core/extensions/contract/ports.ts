import type { ExtensionArtifacts } from "./artifacts.ts";
import type { ExtensionImages } from "./images.ts";
import type { ExtensionProcesses } from "./processes.ts";

/** What an extension reaches the world by. Each is loaded when it is first used. */
export interface ExtensionPorts {
  readonly processes: ExtensionProcesses;
  readonly artifacts: ExtensionArtifacts;
  readonly images: ExtensionImages;
}
