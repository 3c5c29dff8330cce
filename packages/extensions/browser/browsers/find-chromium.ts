import { accessSync, constants, existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, relative } from "node:path";
import { BrowserError } from "../browser-error.ts";

export interface ChromiumPlaces {
  /** The setting `browser.path`. */
  readonly configured?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

const VARIABLES = ["TAU_CHROMIUM", "PUPPETEER_EXECUTABLE_PATH", "CHROME_PATH"];
const PROGRAMS = [
  ...["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"],
  ...["microsoft-edge-stable", "microsoft-edge", "brave-browser"],
];
const MAC_APPS = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"];
const WINDOWS_PROGRAMS = [
  ["Google", "Chrome", "Application", "chrome.exe"],
  ["Chromium", "Application", "chrome.exe"],
  ["Microsoft", "Edge", "Application", "msedge.exe"],
];

/** Returns the path of a browser of the Chromium family. Throws with what to install if there is none. */
export function findChromium({ configured, env = process.env, platform = process.platform }: ChromiumPlaces): string {
  if (configured !== undefined) return named(configured, "The setting browser.path");
  const variable = VARIABLES.find((name) => env[name]);
  if (variable !== undefined) return named(env[variable] as string, `The variable ${variable}`);
  const found = candidates(env, platform).find(isProgram);
  if (found !== undefined) return found;
  throw new BrowserError("no-browser", `No Chromium was found on this machine. ${advice(platform)}`);
}

function named(path: string, source: string): string {
  const full = path.replace(/^~(?=\/|$)/, homedir());
  if (isProgram(full)) return full;
  throw new BrowserError("no-browser", `${source} names ${path}, which is not a program.`);
}

function candidates(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string[] {
  if (platform === "win32") {
    const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter((root) => root !== undefined);
    return WINDOWS_PROGRAMS.flatMap((parts) => roots.map((root) => join(root, ...parts)));
  }
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder) && !isOfProject(folder));
  const onPath = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  if (platform !== "darwin") return onPath;
  const apps = ["/Applications", join(homedir(), "Applications")];
  return [
    ...MAC_APPS.flatMap((app) => apps.map((root) => join(root, `${app}.app`, "Contents", "MacOS", app))),
    ...onPath,
  ];
}

/** Returns whether a folder lies in the one that Tau was started in, where the model can put programs. */
function isOfProject(folder: string): boolean {
  const way = relative(process.cwd(), folder);
  return way === "" || !(way.startsWith("..") || isAbsolute(way) || folder.startsWith(join(homedir(), "/")));
}

function isProgram(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function advice(platform: NodeJS.Platform): string {
  const install =
    platform === "darwin"
      ? "Install Google Chrome, or run `brew install --cask chromium`"
      : platform === "win32"
        ? "Install Google Chrome or Microsoft Edge"
        : "Install it with the system's packages (`apt install chromium`, `dnf install chromium`, `pacman -S chromium`)";
  return `${install}, or name the program in the setting browser.path.`;
}
