/** What is loaded when extensions wake up. */
export { lazyExtension } from "../manifest/lazy-extension.ts";
export { ExtensionHost } from "./extension-host.ts";
