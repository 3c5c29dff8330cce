/** What extensions get for the name of this package: all that programs get, and the parts of the screen. */
export * from "../index.ts";
