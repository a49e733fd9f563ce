import { LRUCache } from 'lru-cache';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';

interface Entry<T> {
  version: string | undefined;
  at: number;
  answer: Promise<Answer<T>>;
}

type Answer<T> = { ok: true; data: T } | { ok: false; failure: GraphqlFailure };

/** `old`: the backend was asked again and did not answer. */
export type CachedAnswer<T> = Answer<T> & { old?: T };

const MAX_ENTRIES = 500;

/**
 * What the backend says seldom anew, such as menus: asked once for each version of the data, and once in a while where there are no
 * versions.
 */
export class LastGoodCache<T> {
  private readonly cache = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES });

  /** @param freshMs how long an answer will do where there are no versions */
  constructor(
    private readonly freshMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param version of the data, known before this call; undefined: there is none, or it cannot be known */
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
      // Neither a failure nor a bug in reading the answer may be what everybody gets from now on.
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
