export { check, describe, type FileSchema, isObject } from "./check.ts";
export { ConfigError, type ConfigErrorCode } from "./config-error.ts";
export { type FileDiagnostic, formatDiagnostic } from "./diagnostic.ts";
export { editJson, type JsonChange, type JsonPath, lineOf, parseJson } from "./json-text.ts";
export { type LoadedFile, loadJsonFile, loadJsonText } from "./load.ts";
export { errorCode, isMissing, readFile } from "./read-file.ts";
export { writeFileAtomically } from "./write-file.ts";
