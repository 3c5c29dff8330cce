import type { AuthContext } from "./auth-types.ts";

type Lookup = (name: string) => Promise<string | undefined>;
type FindSource = (variable: Lookup, context: AuthContext) => Promise<string | undefined>;

/** Returns what signs this machine in to the vendor, if anything does. */
export function findAmbientSource(
  vendor: "aws" | "google",
  variable: Lookup,
  context: AuthContext,
): Promise<string | undefined> {
  return SOURCES[vendor](variable, context);
}

/** The sets of variables that sign a machine in to AWS, with what they are called. */
const AWS_FORMS: readonly { readonly names: readonly string[]; readonly source: string }[] = [
  { names: ["AWS_PROFILE"], source: "AWS_PROFILE" },
  { names: ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"], source: "AWS access keys" },
  { names: ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"], source: "ECS task role" },
  { names: ["AWS_CONTAINER_CREDENTIALS_FULL_URI"], source: "ECS task role" },
  { names: ["AWS_WEB_IDENTITY_TOKEN_FILE"], source: "web identity token" },
];

const SOURCES: Readonly<Record<"aws" | "google", FindSource>> = {
  aws: async (variable) => {
    for (const { names, source } of AWS_FORMS)
      if ((await Promise.all(names.map(variable))).every(Boolean)) return source;
    return undefined;
  },
  google: async (variable, context) => {
    const [file, project, location] = await Promise.all([
      googleFile(variable),
      firstOf(variable, ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT_ID"]),
      variable("GOOGLE_CLOUD_LOCATION"),
    ]);
    if (!project || !location || !(await context.fileExists(file))) return undefined;
    return "application default credentials";
  },
};

/** The file that the variable names, or the one from `gcloud auth application-default login`. */
async function googleFile(variable: Lookup): Promise<string> {
  const named = await variable("GOOGLE_APPLICATION_CREDENTIALS");
  if (named) return named;
  const windows = await variable("APPDATA");
  const folder = (await variable("CLOUDSDK_CONFIG")) ?? (windows ? `${windows}/gcloud` : "~/.config/gcloud");
  return `${folder}/application_default_credentials.json`;
}

async function firstOf(variable: Lookup, names: readonly string[]): Promise<string | undefined> {
  return (await Promise.all(names.map(variable))).find(Boolean);
}
