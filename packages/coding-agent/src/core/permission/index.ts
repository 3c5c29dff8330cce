export {
  allowAll,
  type PermissionAnswer,
  type PermissionEffect,
  type PermissionRequest,
} from "./permission.ts";
export { permit } from "./permit.ts";
