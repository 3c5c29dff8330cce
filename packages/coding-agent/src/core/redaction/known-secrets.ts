import { getProviders, keyVariables } from "@tau/ai";
import { isObject, parseJson, readFile } from "../json-file/index.ts";
import { getAuthPath, getModelsPath } from "../paths/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the keys that Tau itself uses: those in `auth.json`, in `models.json`, and in the variables of the providers. */
export function heldSecrets(agentDir: string, env: Environment = process.env): string[] {
  const stored = [getAuthPath(agentDir), getModelsPath(agentDir)].flatMap((path) => secretsIn(readObject(path)));
  const variables = getProviders().flatMap((provider) => [...keyVariables(provider)]);
  // A text in a file may be the name of a variable.
  const resolved = stored.map((text) => env[text.replace(/^\$\{?|\}$/g, "")] ?? text);
  const values = [...resolved, ...variables.map((name) => env[name])];
  return distinct(values);
}

/**
 * Returns the held keys, plus the values of variables whose names suggest a key or password. They are removed from
 * everything that is written for others.
 */
export function knownSecrets(agentDir: string, env: Environment = process.env): string[] {
  const named = Object.entries(env).flatMap(([name, value]) => (SECRET_VARIABLE.test(name) ? [value] : []));
  return distinct([...heldSecrets(agentDir, env), ...named]);
}

const SECRET_VARIABLE = /KEY|SECRET|TOKEN|PASS|AUTH|CREDENTIAL|PRIVATE/i;

/**
 * Removes duplicates and sorts by length, longest first, because a longer secret may contain a shorter one. Drops
 * values that are too short to be told from other text, and those that are a command, a reference, a path or a placeholder.
 */
function distinct(values: readonly (string | undefined)[]): string[] {
  const secrets = values.filter(
    (value) => value !== undefined && value.length >= 8 && !/^[!$]|^\/|^<[a-z]/i.test(value),
  );
  return [...new Set(secrets as string[])].toSorted((a, b) => b.length - a.length);
}

function readObject(path: string): unknown {
  const parsed = parseJson(readFile(path).text ?? "{}");
  return parsed.ok ? parsed.value : {};
}

/** Returns the texts stored under names that keys have, at any depth. */
function secretsIn(value: unknown, name = ""): string[] {
  if (typeof value === "string") return SECRET_FIELD.test(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => secretsIn(each, name));
  return isObject(value) ? Object.entries(value).flatMap(([key, each]) => secretsIn(each, key)) : [];
}

const SECRET_FIELD =
  /^(?:key|access|refresh|token|secret|authorization|x-api-key)$|api_?key|(?:access|refresh|id|auth)_?token|client_?secret/i;
