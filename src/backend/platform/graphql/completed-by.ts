import { isObjectType, buildSchema } from 'graphql';
import { typeDefs } from '#contract/generated/schema.js';
import type { Lazy } from './lazy.js';

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
