import { readCompressed } from "./formats/compressed.ts";
import { readDocx } from "./formats/docx.ts";
import { readEpub } from "./formats/epub.ts";
import { readNotebook } from "./formats/notebook.ts";
import { readOle } from "./formats/ole.ts";
import { readParquet } from "./formats/parquet.ts";
import { readPptx } from "./formats/pptx.ts";
import { readRtf } from "./formats/rtf.ts";
import { readSqlite } from "./formats/sqlite.ts";
import { readTable } from "./formats/table.ts";
import { readTar } from "./formats/tar.ts";
import { readXlsx } from "./formats/xlsx.ts";
import { readZip } from "./formats/zip.ts";
import { serveConversion } from "./serve-conversion.ts";

await serveConversion({
  compressed: readCompressed,
  docx: readDocx,
  epub: readEpub,
  notebook: readNotebook,
  ole: readOle,
  parquet: readParquet,
  pptx: readPptx,
  rtf: readRtf,
  sqlite: readSqlite,
  table: readTable,
  tar: readTar,
  xlsx: readXlsx,
  zip: readZip,
});
