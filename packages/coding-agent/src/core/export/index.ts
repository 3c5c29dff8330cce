export { type ExportOptions, exportSession } from "./export-session.ts";
