export {
  allowAll,
  type PermissionAnswer,
  type PermissionEffect,
  type PermissionPolicy,
  type PermissionRequest,
} from "./permission.ts";
export { type AskPermission, permit } from "./permit.ts";
