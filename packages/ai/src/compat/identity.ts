import { mergeClientIdentity } from "../collection/merge-client-identity.ts";
import type { Models, MutableModels } from "../collection/types.ts";
import type { ClientAttribution, ClientIdentity } from "../contract/identity.ts";

export {
  formatUserAgent,
  getAttributionHeaders,
  getClientVersion,
  getIdentityHeaders,
  getOpenCodeSessionHeaders,
} from "../transport/client-identity.ts";
export { mergeClientIdentity };

export const PI_ATTRIBUTION: ClientAttribution = {
  name: "tau",
  url: "https://www.npmjs.com/package/@tau/coding-agent",
};

/** Returns the same collection with this identity on its requests; the caller's own identity overrides it. */
export function withClientIdentity<T extends Models | MutableModels>(models: T, identity: ClientIdentity): T {
  const identified = Object.create(models) as T;
  const as = <O extends { identity?: ClientIdentity }>(options: O | undefined): O => {
    const merged = mergeClientIdentity(identity, options?.identity);
    return { ...options, ...(merged && { identity: merged }) } as O;
  };
  identified.stream = (model, context, options) => models.stream(model, context, as(options));
  identified.streamSimple = (model, context, options) => models.streamSimple(model, context, as(options));
  identified.complete = (model, context, options) => models.complete(model, context, as(options));
  identified.completeSimple = (model, context, options) => models.completeSimple(model, context, as(options));
  identified.streamDeferred = (model, handle, options) => models.streamDeferred(model, handle, as(options));
  identified.fetchDeferred = (model, handle, options) => models.fetchDeferred(model, handle, as(options));
  identified.cancelDeferred = (model, handle, options) => models.cancelDeferred(model, handle, as(options));
  identified.generateImages = (model, context, options) => models.generateImages(model, context, as(options));
  identified.classify = (model, context, options) => models.classify(model, context, as(options));
  return identified;
}
