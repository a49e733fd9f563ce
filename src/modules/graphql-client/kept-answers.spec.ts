import { KeptAnswers } from './kept-answers.js';

const failed = { ok: false, failure: { kind: 'timeout', message: '' } } as const;

describe('kept answers', () => {
  let now = 0;
  let asked = 0;
  let kept: KeptAnswers<number>;
  const ask = () => Promise.resolve({ ok: true, data: ++asked } as const);

  beforeEach(() => {
    now = asked = 0;
    kept = new KeptAnswers(60_000, () => now);
  });

  it('are asked for once for a version, however many want them', async () => {
    await Promise.all([kept.get('a', '1', ask), kept.get('a', '1', ask)]);
    now = 1e9;
    expect(await kept.get('a', '1', ask)).toEqual({ ok: true, data: 1 });
    expect(await kept.get('a', '2', ask)).toEqual({ ok: true, data: 2 });
    expect(await kept.get('b', '2', ask)).toEqual({ ok: true, data: 3 });
  });

  it('last a while where there are no versions', async () => {
    await kept.get('a', undefined, ask);
    now = 59_000;
    expect(await kept.get('a', undefined, ask)).toMatchObject({ data: 1 });
    now = 60_000;
    expect(await kept.get('a', undefined, ask)).toMatchObject({ data: 2 });
  });

  it('a failure is not kept, and leaves what was known', async () => {
    await kept.get('a', '1', ask);
    expect(await kept.get('a', '2', () => Promise.resolve(failed))).toEqual({ ...failed, old: 1 });
    expect(await kept.get('a', '2', ask)).toEqual({ ok: true, data: 2 });
    expect(await kept.get('b', '2', () => Promise.resolve(failed))).toEqual(failed);
    expect(await kept.get('b', '2', ask)).toEqual({ ok: true, data: 3 });
  });

  it('an answer that cannot be read fails for whoever asked, and for nobody after', async () => {
    await kept.get('a', '1', ask);
    await expect(kept.get('a', '2', () => Promise.reject(new TypeError('no list')))).rejects.toThrow('no list');
    expect(await kept.get('a', '2', ask)).toEqual({ ok: true, data: 2 });
    await expect(kept.get('b', '2', () => Promise.reject(new TypeError('no list')))).rejects.toThrow('no list');
    expect(await kept.get('b', '2', ask)).toEqual({ ok: true, data: 3 });
  });
});
