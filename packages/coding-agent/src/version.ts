declare const TAU_VERSION: string | undefined;

/** Inserted by the build. A run from source has no version. */
export const VERSION = typeof TAU_VERSION === "string" ? TAU_VERSION : "0.0.0-source";
