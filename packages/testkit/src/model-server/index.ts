export type { OfferedTool } from "./model-request.ts";
export { ModelRequest } from "./model-request.ts";
export { ModelServer, type ModelServerOptions, startModelServer } from "./model-server.ts";
export type { ModelProtocolName } from "./protocol.ts";
export { modelProtocolNames } from "./protocols/index.ts";
export type { ModelScript } from "./script.ts";
export {
  broken,
  type DeltaOptions,
  failTimes,
  fillerText,
  paced,
  parallelCalls,
  textOf,
  toolTurns,
  wordDeltas,
} from "./scripted-replies.ts";
export type {
  Breakage,
  DeltaText,
  FailedReply,
  FailureKind,
  ModelReply,
  ModelTurn,
  ScriptedImage,
  ScriptedStopReason,
  ScriptedToolCall,
  ScriptedUsage,
} from "./turn.ts";
