import { type Environment, readVariable } from "../environment.ts";

export type AwsProfile = Readonly<Record<string, string>>;

/** One profile of `~/.aws/config` and `~/.aws/credentials`, the latter winning. */
export async function readProfile(name: string, env?: Environment): Promise<AwsProfile> {
  const home = readVariable("HOME", env) ?? readVariable("USERPROFILE", env) ?? "";
  const config = readVariable("AWS_CONFIG_FILE", env) ?? `${home}/.aws/config`;
  const credentials = readVariable("AWS_SHARED_CREDENTIALS_FILE", env) ?? `${home}/.aws/credentials`;
  const inConfig = parseSections(await readIfThere(config));
  const inCredentials = parseSections(await readIfThere(credentials));
  return { ...inConfig.get(name), ...inConfig.get(`profile ${name}`), ...inCredentials.get(name) };
}

export function parseSections(text: string): Map<string, Record<string, string>> {
  const sections = new Map<string, Record<string, string>>();
  let current: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim();
    const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (section) {
      current = {};
      sections.set(section, current);
    } else if (key && value !== undefined) current[key] = value;
  }
  return sections;
}

async function readIfThere(path: string): Promise<string> {
  const files = globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (!files) return "";
  try {
    return await files.readFile(path, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return "";
    throw error;
  }
}
