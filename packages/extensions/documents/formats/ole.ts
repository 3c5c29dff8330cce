import type { Format } from "../format.ts";
import { OLE_SIGNATURE } from "./office-file.ts";

/** Explains documents in the binary formats before 2007, which are not converted. */
export const readOle: Format = async ({ source, name }) => {
  const head = (await source.read(0, 8)).toString("hex");
  if (head !== OLE_SIGNATURE) return undefined;
  throw new Error(
    `it has the binary format from before 2007. Convert it first: soffice --headless --convert-to pdf ${name}`,
  );
};
