import { localProcesses } from "./process-port.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Asks the desktop to show a page. Resolves to false where there is no desktop, it could not, or the address is no web page: then the
 * user opens it. What this starts is no command of a session, and does not end with it: a browser is the user's.
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
    // There is no such program: a page that is not opened is no failure of a sign-in.
    if (error instanceof Error) return false;
    throw error;
  }
}

/** A desktop opens files and starts programs by the scheme of an address; servers that send one may name web pages alone. */
export function isWebPage(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}

/** Without a screen of its own, a machine that is reached by ssh has no browser its user could see. */
export function browserCommand(platform: NodeJS.Platform, env: Environment): readonly string[] {
  if (env.BROWSER) return [env.BROWSER];
  if (platform === "darwin") return env.SSH_CONNECTION ? [] : ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : [];
}
