export { type ExportOptions, exportSession } from "./export-session.ts";
export { pageTheme } from "./page-theme.ts";
