import { localProcesses } from "./process-port.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Asks the desktop to open a web page. Resolves to false if there is no desktop, if opening fails, or if the URL is not
 * a web page; the user has to open it then. The browser belongs to the user, so it is not ended with the session.
 */
export async function openUrl(url: string, { env = process.env }: { env?: NodeJS.ProcessEnv } = {}): Promise<boolean> {
  if (!isWebPage(url)) return false;
  const [file, ...args] = browserCommand(process.platform, env);
  if (file === undefined) return false;
  try {
    const request = { file, args: [...args, url], cwd: "/", env, purpose: "user" } as const;
    const browser = await localProcesses.start({ ...request, stdin: "none", output: "none", lifetime: "own" });
    return (await browser.exited).exitCode === 0;
  } catch (error) {
    // The program does not exist. A page that cannot be opened must not make a login fail.
    if (error instanceof Error) return false;
    throw error;
  }
}

/**
 * Returns whether the URL is a web page. A desktop opens files and starts programs for other schemes, and the URL may
 * come from a server.
 */
export function isWebPage(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}

/** Returns the command that opens a browser; empty if there is none that the user could see, as on a machine reached by ssh. */
export function browserCommand(platform: NodeJS.Platform, env: Environment): readonly string[] {
  if (env.BROWSER) return [env.BROWSER];
  if (platform === "darwin") return env.SSH_CONNECTION ? [] : ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : [];
}
