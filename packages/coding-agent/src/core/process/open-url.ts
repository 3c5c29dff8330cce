import { localProcesses, type ProcessPort } from "./process-port.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Asks the desktop to show a page. Resolves to false where there is no desktop or it could not: then the user opens it. */
export async function openUrl(
  url: string,
  { processes = localProcesses, env = process.env }: { processes?: ProcessPort; env?: NodeJS.ProcessEnv } = {},
): Promise<boolean> {
  const [file, ...args] = browserCommand(process.platform, env);
  if (file === undefined) return false;
  try {
    const outcome = await processes.run({ file, args: [...args, url], cwd: "/", env, onData: () => undefined });
    return outcome.exitCode === 0;
  } catch {
    // There is no such program: a page that nobody opens is no failure of a sign-in.
    return false;
  }
}

/** Without a screen of its own, a machine that is reached by ssh has no browser its user could see. */
export function browserCommand(platform: NodeJS.Platform, env: Environment): readonly string[] {
  if (env.BROWSER) return [env.BROWSER];
  if (platform === "darwin") return env.SSH_CONNECTION ? [] : ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : [];
}
