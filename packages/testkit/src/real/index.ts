export { requirePackage, requireProgram } from "./require-program.ts";
