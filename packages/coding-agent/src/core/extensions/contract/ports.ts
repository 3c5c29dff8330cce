import type { ExtensionArtifacts } from "./artifacts.ts";
import type { ExtensionAssets } from "./assets.ts";
import type { ExtensionExports } from "./exports.ts";
import type { ExtensionFiles } from "./files.ts";
import type { ExtensionHttp } from "./http.ts";
import type { ExtensionImages } from "./images.ts";
import type { ExtensionPackages } from "./packages.ts";
import type { ExtensionProcesses } from "./processes.ts";
import type { ExtensionSyntax } from "./syntax.ts";
import type { ExtensionDecorators, ExtensionReaders, ExtensionUrls } from "./urls.ts";

/** The ports through which an extension uses the system around it. Each is loaded at its first use. */
export interface ExtensionPorts {
  readonly processes: ExtensionProcesses;
  readonly files: ExtensionFiles;
  readonly syntax: ExtensionSyntax;
  readonly artifacts: ExtensionArtifacts;
  readonly images: ExtensionImages;
  readonly urls: ExtensionUrls;
  readonly readers: ExtensionReaders;
  readonly decorators: ExtensionDecorators;
  readonly http: ExtensionHttp;
  readonly packages: ExtensionPackages;
  readonly exports: ExtensionExports;
  readonly assets: ExtensionAssets;
}
