import { type Environment, readVariable } from "../environment.ts";
import { readLocalFile } from "../local-file.ts";

export type AwsProfile = Readonly<Record<string, string | undefined>>;

/** Reads one profile from `~/.aws/config` and `~/.aws/credentials`, which has precedence, with the SSO session it names. */
export async function readProfile(name: string, env?: Environment): Promise<AwsProfile> {
  const config = readVariable("AWS_CONFIG_FILE", env) ?? `${awsFolder(env)}/config`;
  const credentials = readVariable("AWS_SHARED_CREDENTIALS_FILE", env) ?? `${awsFolder(env)}/credentials`;
  const inConfig = parseSections((await readLocalFile(config)) ?? "");
  const inCredentials = parseSections((await readLocalFile(credentials)) ?? "");
  const profile = { ...inConfig.get(name), ...inConfig.get(`profile ${name}`), ...inCredentials.get(name) };
  return { ...inConfig.get(`sso-session ${profile.sso_session}`), ...profile };
}

export function awsFolder(env?: Environment): string {
  return `${readVariable("HOME", env) ?? readVariable("USERPROFILE", env) ?? ""}/.aws`;
}

function parseSections(text: string): Map<string, Record<string, string>> {
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
