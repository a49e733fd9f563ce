import { LRUCache } from 'lru-cache';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';

interface Entry<T> {
  version: string | undefined;
  at: number;
  answer: Promise<Answer<T>>;
}

type Answer<T> = { ok: true; data: T } | { ok: false; failure: GraphqlFailure };

/** `old`: the previous value, because the backend failed to respond to the latest request. */
export type CachedAnswer<T> = Answer<T> & { old?: T };

const MAX_ENTRIES = 500;

/**
 * Caches data of the backend that rarely changes, such as menus: it is requested once for each version of the data, or at intervals if
 * there are no versions.
 */
export class LastGoodCache<T> {
  private readonly cache = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES });

  /** @param freshMs lifetime of a response without versions */
  constructor(
    private readonly freshMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param version version of the data, known before this call; undefined if there is none, or it is unknown */
  async get(key: string, version: string | undefined, ask: () => Promise<Answer<T>>): Promise<CachedAnswer<T>> {
    const known = this.cache.get(key);
    if (known && this.isValid(known, version)) return known.answer;
    const asked: Entry<T> = { version, at: this.now(), answer: ask() };
    this.cache.set(key, asked);
    let answer: Answer<T> | undefined;
    try {
      answer = await asked.answer;
      if (answer.ok) return answer;
    } finally {
      // Neither a failure nor an exception while parsing the response may remain in the cache.
      if (!answer?.ok && this.cache.peek(key) === asked) this.restore(key, known);
    }
    const before = await known?.answer;
    return before?.ok ? { ...answer, old: before.data } : answer;
  }

  private restore(key: string, known: Entry<T> | undefined): void {
    if (known) this.cache.set(key, known);
    else this.cache.delete(key);
  }

  private isValid(known: Entry<T>, version: string | undefined): boolean {
    return version === undefined ? this.now() - known.at < this.freshMs : known.version === version;
  }
}
