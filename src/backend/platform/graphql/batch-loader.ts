import DataLoader from 'dataloader';
import type { RequestContext } from './request-context.js';

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
