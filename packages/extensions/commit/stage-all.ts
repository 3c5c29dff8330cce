import type { Git } from "./git.ts";

/** Matches files that usually hold keys. Examples of such files, such as `.env.example`, are meant to be committed. */
const KEY_FILE =
  /(?:^|\/)(?:\.env(?:\.(?!(?:example|sample|template|dist)$)[^/]+)?|\.netrc|\.pgpass|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:pem|key|p12|pfx|jks|keystore|kdbx))$/i;

/** Stages all changes in an index, new files included. Resolves to new files that it leaves out, because they usually hold keys. */
export async function stageAll(git: Git, index: string): Promise<string[]> {
  const added = (await git.text(["ls-files", "-z", "--others", "--exclude-standard"], { index })).split("\0");
  const keyFiles = added.filter((path) => KEY_FILE.test(path));
  await git.text(["add", "--all", "--", ".", ...keyFiles.map((path) => `:(exclude,top,literal)${path}`)], { index });
  return keyFiles;
}
