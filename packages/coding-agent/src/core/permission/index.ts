export {
  allowAll,
  type PermissionAnswer,
  type PermissionEffect,
  type PermissionPolicy,
  type PermissionRequest,
} from "./permission.ts";
export { type AskPermission, permit, type Refusal } from "./permit.ts";
