import type { ExtensionManifest } from "@tau/coding-agent";

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  browser: {
    type: "object",
    description: "The browser tool.",
    properties: {
      headless: { type: "boolean", default: true, description: "Whether Chromium runs without a window." },
      path: { type: "string", description: "The Chromium program. Default: the one that is found on this machine." },
      args: {
        type: "array",
        items: { type: "string" },
        description: "Further arguments for Chromium, such as --no-sandbox in a container that has none.",
      },
      screenshotDir: {
        type: "string",
        description: "The folder for screenshots that name no file. Default: a temporary folder.",
      },
      maxDownloadMB: {
        type: "number",
        default: 500,
        minimum: 1,
        description: "A larger download is cancelled, in megabytes.",
      },
      privateHosts: {
        type: "array",
        items: { type: "string" },
        description:
          "Hosts that may be opened although they are on this machine or in a private network, such as localhost or localhost:3000. * allows all.",
      },
    },
  },
};

export interface BrowserSettings {
  readonly headless: boolean;
  readonly path: string | undefined;
  readonly args: readonly string[];
  readonly screenshotDir: string | undefined;
  readonly maxDownloadMB: number;
  readonly privateHosts: readonly string[];
}

/** Returns the current settings. */
export function browserSettings(settings: object): BrowserSettings {
  const { browser = {} } = settings as { browser?: Partial<BrowserSettings> };
  const { headless = true, path, args = [], screenshotDir, maxDownloadMB = 500, privateHosts = [] } = browser;
  return { headless, path, args, screenshotDir, maxDownloadMB, privateHosts };
}
