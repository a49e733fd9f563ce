import type { RequestContext } from './request-context.js';

/** Gathers what is asked for in one turn of the event loop, and loads it at once. */
export interface BatchLoader<Key, Value> {
  load(key: Key): Promise<Value | undefined>;
}

/**
 * A loader a request, made when it is first needed.
 *
 * @param loadMany gets distinct keys; what it leaves out resolves as undefined.
 */
export function perRequestLoader<Key, Value>(
  loadMany: (keys: Key[], context: RequestContext) => Promise<ReadonlyMap<Key, Value>>,
): (context: RequestContext) => BatchLoader<Key, Value> {
  const loaders = new WeakMap<RequestContext, BatchLoader<Key, Value>>();
  return (context) => {
    const known = loaders.get(context);
    if (known) return known;
    const loader = createBatchLoader<Key, Value>((keys) => loadMany(keys, context));
    loaders.set(context, loader);
    return loader;
  };
}

function createBatchLoader<Key, Value>(
  loadMany: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): BatchLoader<Key, Value> {
  const cache = new Map<Key, Promise<Value | undefined>>();
  let batch: { keys: Key[]; result: Promise<ReadonlyMap<Key, Value>> } | undefined;

  function open(): { keys: Key[]; result: Promise<ReadonlyMap<Key, Value>> } {
    const keys: Key[] = [];
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    const result = turn.then(() => {
      batch = undefined;
      return loadMany(keys);
    });
    return { keys, result };
  }

  return {
    load(key) {
      const known = cache.get(key);
      if (known) return known;
      const { keys, result } = (batch ??= open());
      keys.push(key);
      const value = result.then((values) => values.get(key));
      cache.set(key, value);
      return value;
    },
  };
}
