import { createBashTool } from "../../core/tools/bash/tool.ts";
import { createEditTool } from "../../core/tools/edit/tool.ts";
import { createFindTool } from "../../core/tools/find/tool.ts";
import { createGrepTool } from "../../core/tools/grep/tool.ts";
import { createLsTool } from "../../core/tools/ls/tool.ts";
import { createReadTool } from "../../core/tools/read/tool.ts";
import { createWriteTool } from "../../core/tools/write/tool.ts";

/** Tools for the folder in which the program was started, under the names that older extensions import. */
const cwd = process.cwd();

export const readTool = createReadTool(cwd);
export const bashTool = createBashTool(cwd);
export const editTool = createEditTool(cwd);
export const writeTool = createWriteTool(cwd);
export const grepTool = createGrepTool(cwd);
export const findTool = createFindTool(cwd);
export const lsTool = createLsTool(cwd);
export const codingTools = [readTool, bashTool, editTool, writeTool];
export const readOnlyTools = [readTool, grepTool, findTool, lsTool];
