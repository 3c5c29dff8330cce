export { builtCli, type CliOptions, repositoryRoot, runCli, startCli, startCliInPty } from "./cli.ts";
export { fileHolds } from "./file-holds.ts";
export { canActAsOthers } from "./other-users.ts";
export { Program, type ProgramExit, type ProgramOptions, startProgram } from "./program.ts";
