export { type Attachment, attachmentsToContent, type UserMessageWithAttachments } from "./attachment.ts";
