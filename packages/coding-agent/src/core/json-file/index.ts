export { check, type FileSchema, isObject } from "./check.ts";
export { ConfigError } from "./config-error.ts";
export { type FileDiagnostic, formatDiagnostic } from "./diagnostic.ts";
export { editJson, type JsonChange, lineOf, parseJson } from "./json-text.ts";
export { loadJsonFile, loadJsonText } from "./load.ts";
export { readFile } from "./read-file.ts";
