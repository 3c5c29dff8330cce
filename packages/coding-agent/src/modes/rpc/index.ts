export {
  RpcClient,
  type RpcClientOptions,
  type RpcEventListener,
  type RpcPermissionHandler,
  type RpcUIHandler,
} from "./client/rpc-client.ts";
export { RpcClientError, type RpcClientErrorCode } from "./client/rpc-client-error.ts";
export type { RpcSlashCommand } from "./commands/slash-commands.ts";
export type { RpcSessionState } from "./commands/state.ts";
export type { RpcPermissionRequest, RpcPermissionResponse } from "./permission-requests.ts";
export type {
  RpcCommand,
  RpcCommandType,
  RpcExtensionUIRequest,
  RpcExtensionUIResponse,
  RpcParameters,
  RpcResponse,
  RpcResult,
} from "./protocol.ts";
