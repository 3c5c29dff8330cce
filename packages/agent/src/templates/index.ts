export { parseCommandArgs } from "./command-arguments.ts";
export { expandPromptTemplate } from "./expand-template.ts";
export { substituteArgs } from "./substitute-args.ts";
export { type ParsedPromptTemplate, type PromptTemplate, parsePromptTemplate } from "./template.ts";
