import { isObjectType, buildSchema } from 'graphql';
import DataLoader from 'dataloader';
import { typeDefs } from '#contract/generated/schema.js';
import type { RequestContext } from './request-context.js';

/**
 * A value as a resolver may return it: any field may be a function, which is called only if the field is requested (by GraphQL's default
 * resolver).
 */
export type Lazy<T> = T extends readonly (infer Item)[]
  ? readonly Lazy<Item>[]
  : T extends object
    ? { [Field in keyof T]: Lazy<T[Field]> | ((args: never) => Lazy<T[Field]> | Promise<Lazy<T[Field]>>) }
    : T;

let schema: ReturnType<typeof buildSchema> | undefined;

/** Builds the schema only when a client requests a field that is not known yet, which the product itself never does. */
function hasField(type: string, name: string): boolean {
  schema ??= buildSchema(typeDefs, { assumeValid: true });
  const found = schema.getType(type);
  return isObjectType(found) && name in found.getFields();
}

/**
 * An object of the contract with a few fields already known. The first request for another field loads the whole object, once.
 *
 * @param type name of the type in the contract
 * @param whole resolves to null or undefined if the object has been deleted in the meantime: the field then has no value
 */
export function completedBy<T extends object>(
  type: string,
  known: Partial<Lazy<T>>,
  whole: () => Promise<Lazy<T> | null | undefined>,
): Lazy<T> {
  let loading: Promise<Lazy<T> | null | undefined> | undefined;
  return new Proxy(known, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || !hasField(type, name))
        return Reflect.get(target, name) as unknown;
      return async (args: never) => {
        const loaded = (await (loading ??= whole())) as Record<string, unknown> | null | undefined;
        const value = loaded?.[name];
        return typeof value === 'function' ? (value as (given: never) => unknown)(args) : value;
      };
    },
  }) as Lazy<T>;
}

/**
 * Creates a loader per request on first use. It collects the keys requested in one turn of the event loop and loads them together.
 *
 * @param loadMany receives distinct keys; keys missing in its result resolve to undefined
 */
export function perRequestLoader<Key, Value>(
  loadMany: (keys: Key[], context: RequestContext) => Promise<ReadonlyMap<Key, Value>>,
): (context: RequestContext) => DataLoader<Key, Value | undefined> {
  const loaders = new WeakMap<RequestContext, DataLoader<Key, Value | undefined>>();
  return (context) => {
    const known = loaders.get(context);
    if (known) return known;
    const loader = new DataLoader<Key, Value | undefined>(
      async (keys) => {
        const values = await loadMany([...keys], context);
        return keys.map((key) => values.get(key));
      },
      // Fields of a query resolve over several turns of the microtask queue, so a batch ends with the turn of the event loop.
      { batchScheduleFn: (load) => setImmediate(load) },
    );
    loaders.set(context, loader);
    return loader;
  };
}
