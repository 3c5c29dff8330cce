/** The model catalogue for programs on Node that cannot wait for it. */
export { loadProviderNow } from "./catalogue/catalogue.ts";
