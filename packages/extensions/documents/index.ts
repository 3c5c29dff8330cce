import type { ExtensionAPI, FileReader } from "@tau/coding-agent";
import { type Conversion, runConverter } from "./run-converter.ts";
import { showFolder } from "./show-folder.ts";

/** The formats, with the readers that are found by them. `format` is the name under which the converter knows it. */
const FORMATS: readonly (Omit<FileReader, "name" | "read" | "readFile"> & { readonly format: string })[] = [
  { format: "docx", extensions: [".docx", ".docm", ".dotx"] },
  { format: "xlsx", extensions: [".xlsx", ".xlsm", ".xltx"] },
  { format: "pptx", extensions: [".pptx", ".pptm", ".ppsx", ".potx"] },
  { format: "epub", extensions: [".epub"] },
  {
    format: "zip",
    extensions: [".zip", ".jar", ".war", ".whl", ".vsix", ".nupkg", ".apk", ".ipa", ".xpi", ".odt", ".ods"],
    contentTypes: ["application/zip"],
  },
  { format: "tar", extensions: [".tar"], contentTypes: ["application/x-tar"] },
  {
    format: "compressed",
    extensions: [".gz", ".tgz", ".zst", ".tzst", ".br", ".xz", ".txz", ".bz2", ".tbz2", ".7z", ".rar"],
    contentTypes: ["application/gzip", "application/zstd"],
  },
  {
    format: "sqlite",
    extensions: [".db", ".sqlite", ".sqlite3", ".db3"],
    contentTypes: ["application/vnd.sqlite3"],
    numbersAreNames: true,
  },
  { format: "parquet", extensions: [".parquet"], contentTypes: ["application/vnd.apache.parquet"] },
  { format: "notebook", extensions: [".ipynb"] },
  { format: "rtf", extensions: [".rtf"], contentTypes: ["application/rtf", "text/rtf"] },
  { format: "table", extensions: [".csv", ".tsv"] },
  { format: "pdf", extensions: [".pdf"], contentTypes: ["application/pdf"] },
  { format: "ole", extensions: [".doc", ".xls", ".ppt"] },
];

export default function (pi: ExtensionAPI): void {
  const run = (conversion: Conversion) => runConverter(pi, conversion);
  for (const { format, ...found } of FORMATS)
    pi.readers.register({
      ...found,
      name: format,
      read: async ({ path, bytes, member }, call) => await run({ format, name: path, bytes, member, call }),
      readFile: async ({ path, absolutePath, member }, call) =>
        await run({ format, name: path, file: absolutePath, member, call }),
    });
  pi.readers.register({
    name: "folder",
    contentTypes: ["inode/directory"],
    read: () => undefined,
    readFile: async ({ absolutePath, member }) =>
      member === undefined ? { text: await showFolder(absolutePath) } : undefined,
  });
  pi.services.provide("file-readers", true);
}
