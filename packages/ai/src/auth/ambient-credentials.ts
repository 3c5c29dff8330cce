import { type Environment, readVariable } from "./environment.ts";

/** The sets of variables that sign a machine in to AWS. Each is sufficient; their values are checked at the request. */
const AWS_FORMS: readonly (readonly string[])[] = [
  ["AWS_PROFILE"],
  ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
  ["AWS_BEARER_TOKEN_BEDROCK"],
  ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"],
  ["AWS_CONTAINER_CREDENTIALS_FULL_URI"],
  ["AWS_WEB_IDENTITY_TOKEN_FILE"],
];

export function hasBedrockCredentials(env?: Environment): boolean {
  return AWS_FORMS.some((names) => names.every((name) => readVariable(name, env)));
}

/** Returns whether Vertex works without a key, which needs a credentials file, a project and a location. */
export function hasVertexCredentials(env?: Environment): boolean {
  return Boolean(vertexCredentialsFile(env) && vertexProject(env) && readVariable("GOOGLE_CLOUD_LOCATION", env));
}

export function vertexProject(env?: Environment): string | undefined {
  return ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT_ID"]
    .map((name) => readVariable(name, env))
    .find(Boolean);
}

/** Returns the file that the variable names, or the one from `gcloud auth application-default login`, if it exists. */
export function vertexCredentialsFile(env?: Environment): string | undefined {
  const named = readVariable("GOOGLE_APPLICATION_CREDENTIALS", env);
  const config = readVariable("CLOUDSDK_CONFIG", env) ?? gcloudFolder(env);
  const file = named ?? (config && `${config}/application_default_credentials.json`);
  return file && fileExists(file) ? file : undefined;
}

function gcloudFolder(env?: Environment): string | undefined {
  const windows = readVariable("APPDATA", env);
  if (windows) return `${windows}/gcloud`;
  const home = readVariable("HOME", env);
  return home && `${home}/.config/gcloud`;
}

/** Uses the runtime's file system without an import, so that this module loads in a browser. */
export function fileExists(path: string): boolean {
  return Boolean(globalThis.process?.getBuiltinModule?.("node:fs").existsSync(path));
}
