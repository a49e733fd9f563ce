import { ResultCache } from './result-cache.js';
import { PackedCache } from './packed-cache.js';

const asText = { pack: (answer: number) => `${answer}`, unpack: (packed: string) => Number(packed) };

function replica() {
  const feed = { isCurrent: true };
  const answers = new ResultCache(new PackedCache<string, string>(1_000_000), () => feed.isCurrent);
  let found = 0;
  const ask = (question: unknown): Promise<number> => answers.get(question, () => Promise.resolve(++found), asText);
  return { feed, answers, ask };
}

test('computes the result of each question once', async () => {
  const { ask } = replica();
  expect([await ask({ page: 1 }), await ask({ page: 1 }), await ask({ page: 2 })]).toEqual([1, 1, 2]);
});

test('results are computed again after a change, and while changes are not reported', async () => {
  const { feed, answers, ask } = replica();
  expect(await ask('x')).toBe(1);
  answers.invalidate();
  expect(await ask('x')).toBe(2);
  feed.isCurrent = false;
  expect([await ask('x'), await ask('x')]).toEqual([3, 4]);
});

test('a result is not kept if a change happens during its computation', async () => {
  const { answers, ask } = replica();
  let found: (answer: number) => void = () => undefined;
  const old = answers.get<number>('x', () => new Promise((resolve) => (found = resolve)), asText);
  answers.invalidate();
  found(7);
  expect(await old).toBe(7);
  expect(await ask('x')).toBe(1);
});
