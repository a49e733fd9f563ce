import DataLoader from 'dataloader';
import type { RequestContext } from './request-context.js';

/**
 * A loader for each request, made when it is first needed: it gathers what is asked for in one turn of the event loop and loads it at once.
 *
 * @param loadMany gets distinct keys; what it leaves out resolves as undefined.
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
      // Fields of one query resolve over several turns of promises: a batch ends with the turn of the event loop.
      { batchScheduleFn: (load) => setImmediate(load) },
    );
    loaders.set(context, loader);
    return loader;
  };
}
