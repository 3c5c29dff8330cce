import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, parse } from "node:path";

/**
 * Resolves to the reason why the files of a folder are not recorded, or to `undefined` if they are. Links in the path
 * must already be resolved.
 */
export async function refusalOf(
  folder: string,
  home: string = homedir(),
  readMounts: () => Promise<string> = systemMounts,
): Promise<string | undefined> {
  if (folder === parse(folder).root) return "this is the root of the file system";
  if (folder === home || home.startsWith(`${folder}/`)) return "this is your home folder, or one above it";
  const type = mountType(folder, await readMounts());
  return type && NETWORK.test(type) ? `this folder is on another machine (${type})` : undefined;
}

const NETWORK = /^(?:nfs|nfs4|cifs|smb\d?|smbfs|afs|ceph|9p|fuse\.(?:sshfs|rclone|s3fs|gcsfuse|davfs2?|curlftpfs))$/;

/** Reads the list of mounts, which only Linux provides. */
async function systemMounts(): Promise<string> {
  return process.platform === "linux" ? await readFile("/proc/self/mounts", "utf8") : "";
}

function mountType(folder: string, list: string): string | undefined {
  const mounts = new Map<string, string>();
  for (const line of list.split("\n")) {
    const [, point = "", type = ""] = line.split(" ");
    mounts.set(
      point.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
      type,
    );
  }
  let path = folder;
  while (!mounts.has(path) && dirname(path) !== path) path = dirname(path);
  return mounts.get(path);
}
