type Class<Instance, Parameters extends unknown[]> = new (...parameters: Parameters) => Instance;

/**
 * Returns a class that is constructed with other parameters and has the prototype of `view`. An extension that replaces a method of one
 * replaces it in the other: what it changes in pi's class, it changes on the screen.
 */
export function constructedAs<Instance extends object, Own extends unknown[], Given extends unknown[]>(
  view: Class<Instance, Own>,
  construct: (make: (...own: Own) => Instance, ...given: Given) => Instance,
): Class<Instance, Given> {
  return new Proxy(view, {
    construct: (_, given, newTarget) =>
      construct((...own) => Reflect.construct(view, own, newTarget) as Instance, ...(given as Given)),
  }) as unknown as Class<Instance, Given>;
}

/** What makes an instance of a view. */
export type MakeView<View extends abstract new (...parameters: never) => object> = (
  ...own: ConstructorParameters<View>
) => InstanceType<View>;
