import { hash } from 'node:crypto';
import type { Cache } from './packed-cache.js';

/** How an answer is kept. */
export interface Packing<Answer, Packed> {
  pack: (answer: Answer) => Packed;
  unpack: (packed: Packed) => Answer;
}

/** Answers to questions, kept in memory until something has changed that they may depend on. */
export class ResultCache<Packed> {
  /** Whether something changed while an answer was looked for: it may be that of before. */
  private changes = 0;

  /** @param isCurrent whether changes are heard of, so that what is kept may be used. Without it nothing is kept. */
  constructor(
    private readonly cache: Cache<string, Packed>,
    private readonly isCurrent: (() => boolean) | undefined,
  ) {}

  /** @param question everything that the answer depends on, apart from the data; survives JSON. */
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
