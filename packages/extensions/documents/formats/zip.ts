import type { Format } from "../format.ts";
import { readArchive } from "./archive.ts";
import { openZip } from "./zip-file.ts";

/** Lists a zip archive, or reads one of its entries. */
export const readZip: Format = async (input) => {
  const zip = await openZip(input.source);
  if (zip) return await readArchive(zip.entries(), input);
  const head = await input.source.read(0, 4);
  if (head.toString("latin1").startsWith("PK"))
    throw new Error("the archive is damaged or cut off: it has no directory");
  return undefined;
};
