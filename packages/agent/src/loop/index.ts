export { agentLoop, agentLoopContinue, runAgentLoop, runAgentLoopContinue } from "./agent-loop.ts";
export { setDefaultStreamFn } from "./stream-fn.ts";
export { runToolCall } from "./tool-call.ts";
