/** Batteries are inside the bundle: where only declarations are built, that they have manifests is all there is to know. */
declare module "@tau/ext-*" {
  export const manifest: import("../src/core/extensions/manifest/extension-manifest.ts").ExtensionManifest;
}
