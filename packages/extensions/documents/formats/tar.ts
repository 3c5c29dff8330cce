import type { ByteSource } from "../byte-source.ts";
import type { Format } from "../format.ts";
import { readArchive } from "./archive.ts";
import { type ForwardReader, isTarHeader, tarEntries } from "./tar-file.ts";

/** Lists a tar archive, or reads one of its entries. Contents that are not wanted are not read from disk. */
export const readTar: Format = async (input) => {
  if (!isTarHeader(await input.source.read(0, 512))) return undefined;
  return await readArchive(tarEntries(jumping(input.source)), input);
};

function jumping(source: ByteSource): ForwardReader {
  let at = 0;
  return {
    take: async (length) => {
      const bytes = await source.read(at, length);
      at += length;
      return bytes;
    },
    skip: async (length) => {
      at += length;
    },
  };
}
