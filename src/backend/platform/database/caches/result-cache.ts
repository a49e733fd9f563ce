import { hash } from 'node:crypto';
import type { Cache } from './packed-cache.js';

/** How a result is stored in the cache. */
export interface Packing<Answer, Packed> {
  pack: (answer: Answer) => Packed;
  unpack: (packed: Packed) => Answer;
}

/** Query results kept in memory until any data that they may depend on has changed. */
export class ResultCache<Packed> {
  /** Incremented by every change: a result computed during a change may be outdated and is not kept. */
  private changes = 0;

  /** @param isCurrent whether change notifications arrive, so that cached results may be used; if undefined or false, nothing is cached */
  constructor(
    private readonly cache: Cache<string, Packed>,
    private readonly isCurrent: (() => boolean) | undefined,
  ) {}

  /** @param question everything that the result depends on, apart from the data; must survive JSON serialization */
  async get<Answer>(
    question: unknown,
    find: () => Promise<Answer>,
    { pack, unpack }: Packing<Answer, Packed>,
  ): Promise<Answer> {
    if (!this.isCurrent?.()) return find();
    const key = hash('sha256', JSON.stringify(question), 'base64');
    const known = this.cache.get(key);
    if (known !== undefined) return unpack(known);
    const before = this.changes;
    const answer = await find();
    if (this.changes === before) this.cache.set(key, pack(answer));
    return answer;
  }

  invalidate(): void {
    this.changes++;
    this.cache.clear();
  }
}
