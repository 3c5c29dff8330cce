export { agentLoop, agentLoopContinue } from "./agent-loop.ts";
export { runAgentLoop, runAgentLoopContinue } from "./run.ts";
export { setDefaultStreamFn } from "./stream-fn.ts";
export { runToolCall } from "./tool-call.ts";
