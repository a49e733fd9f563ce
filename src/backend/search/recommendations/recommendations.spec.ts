import { sql } from 'kysely';
import { Random } from '../../../../demo/random.js';
import { KINDS_OF_WORK, writeAdvert } from '../../../../test/support/data/meaning-corpus.js';
import { createTestIndex, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import { waitFor } from '../../../../test/support/wait-for.js';

const EMPLOYERS = 15;

let index: TestIndex;

beforeAll(async () => {
  index = await createTestIndex({
    meaning: {
      timing: { firstInMs: 0, afterChangeMs: 10, everyMs: 10, allEveryMs: 0, modelEveryMs: 0, lookEveryMs: 0 },
    },
  });
  const random = new Random(11);
  await index.add([
    ...Array.from({ length: EMPLOYERS }, (_, employer) =>
      KINDS_OF_WORK.map((kind) => {
        const advert = writeAdvert(random, kind, 'en');
        return {
          ...advert,
          title: employer % 2 ? advert.title : `${advert.title}, nights`,
          organization: employer + 1,
        };
      }),
    ).flat(),
    {
      title: 'Phlebotomist',
      description: 'You take blood of patients on the ward, and dress wounds.',
      organization: 1,
    },
    { title: 'Phlebotomist', description: 'Blood of patients, medication and care on a ward.', organization: 2 },
    { title: 'Ward nurse in Toronto', description: 'Medication.', organization: 3, remote: null },
  ]);
  await waitFor(
    'all vectors',
    async () => {
      const { rows } = await sql<{ ready: boolean }>`
        select (select count(*) from job_vector v join meaning_model m on m.id = v.model and m.complete_at is not null)
          = (select count(*) from job) as ready
      `.execute(index.database);
      return rows[0]!.ready;
    },
    60_000,
  );
}, 120_000);
afterAll(() => index.close());

const search = (text: string, more: object = {}) => index.find({ fulltext: { keys: [text], ...more } });

describe('jobs related to a search', () => {
  it('are similar in meaning, not found by the words, and one per employer, if few jobs are found', async () => {
    const { total, titles, related } = await search('phlebotomist');
    expect([total, titles]).toEqual([2, ['Phlebotomist', 'Phlebotomist']]);
    expect(related.length).toBeGreaterThan(0);
    for (const title of related) expect(title).toMatch(/nurse/i);
  });

  it('are omitted if enough jobs are found, on later pages, and for literal searches', async () => {
    expect((await search('nurse')).related).toEqual([]);
    expect((await search('"phlebotomist"')).related).toEqual([]);
    expect((await search('phlebotom*')).related).toEqual([]);
    expect((await search('phlebotomist', { literal: true })).related).toEqual([]);
    const later = await index.find({ fulltext: { keys: ['phlebotomist'] }, range: { first: 10, last: 10 } });
    expect(later.related).toEqual([]);
    expect((await index.find()).related).toEqual([]);
    expect((await search('zyzzyva')).related).toEqual([]);
  });

  it('meet the other conditions', async () => {
    const { related: nights } = await index.find({
      fulltext: { keys: ['phlebotomist'] },
      condition_group: {
        conjunction: 'OR',
        conditions: ['%nights', 'Phlebotomist'].map((value) => ({ name: 'title', value, operator: 'LIKE' })),
      },
    });
    expect(nights.length).toBeGreaterThan(0);
    expect(nights.filter((title) => !title.endsWith('nights'))).toEqual([]);
    expect((await search('phlebotomist')).related.filter((title) => !title.endsWith('nights'))).not.toEqual([]);
  });

  it('have no excluded word in their titles', async () => {
    const { related } = await search('phlebotomist -nights');
    expect(related.length).toBeGreaterThan(0);
    expect(related.filter((title) => title.endsWith('nights'))).toEqual([]);
    expect((await search('phlebotomist')).related.filter((title) => title.endsWith('nights'))).not.toEqual([]);
  });
});

describe('jobs sorted by similarity', () => {
  it('begin with the most similar ones, one per employer', async () => {
    const { rows } = await sql<{
      id: string;
    }>`select min(id)::text as id from job where title ilike '%developer%'`.execute(index.database);
    const { titles } = await index.find({ similarTo: { job: rows[0]!.id }, range: { first: 0, last: 8 } });
    expect(titles.length).toBe(8);
    for (const title of titles) expect(title).toMatch(/developer/i);
  });

  it('keep their order if nothing is known of the text for comparison', async () => {
    const { titles, total } = await index.find({ similarTo: { job: '999999' } });
    expect(total).toBe(EMPLOYERS * 3 + 3);
    expect(titles.length).toBe(10);
  });

  it('are compared with a resume only for users who may see it', async () => {
    const resume = '00000000-0000-4000-8000-00000000000a';
    await expect(index.find({ similarTo: { resume } })).rejects.toThrow();
  });

  it('keep their order if the feature is disabled, with the same access checks', async () => {
    const without = await createTestIndex({ features: [] });
    try {
      await without.add(['Cook', 'Baker', 'Waiter'].map((title) => ({ title, organization: 1 })));
      const list = (await without.find()).titles;
      expect(list).toHaveLength(3);
      expect((await without.find({ similarTo: { job: '1' } })).titles).toEqual(list);
      const resume = '00000000-0000-4000-8000-00000000000a';
      await expect(without.find({ similarTo: { resume } })).rejects.toMatchObject({
        extensions: { code: 'UNAUTHENTICATED' },
      });
    } finally {
      await without.close();
    }
  });
});
