import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "@tau/testkit";

/** An extension of the user's own, found at the next start. */
export async function addExtension({ tauHome }: Workspace, code: string): Promise<void> {
  await mkdir(join(tauHome, "extensions"), { recursive: true });
  await writeFile(join(tauHome, "extensions", "probe.ts"), code);
}
