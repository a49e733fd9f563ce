import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDemoData } from '../../../demo/generate.js';
import { ALL_FACETS, createTestIndex, NOW, type TestIndex } from '../../../test/support/search-index/job-index.js';

/** Recorded before the relevance features were added, by running this test with RECORD_ANSWERS=1. */
const RECORDED = join(import.meta.dirname, '../../../test/support/search-index/answers-without-features.json');
const JOBS = 300;
const EVERY = 15;

let index: TestIndex;
const titles: string[] = [];

beforeAll(async () => {
  index = await createTestIndex({ features: [] });
  const { jobs } = generateDemoData({ profile: 'international', now: NOW, jobs: JOBS, organizations: 60 });
  await index.add(
    jobs.map(({ title, language, description, organization, address, publishedAt, remote }, at) => ({
      title,
      language,
      description,
      organization: 1 + (organization.length % 20),
      published: publishedAt,
      remote: remote === 'remote' ? 3 : 1,
      employment: [101 + (at % 3)],
      occupation: [301 + (at % 9)],
      industry: [201 + (at % 7)],
      ...(address && {
        place: {
          country: address.countryCode,
          area: address.administrativeArea,
          locality: address.locality,
          lat: address.lat,
          lon: address.lon,
        },
      }),
    })),
  );
  await index.search.settle();
  titles.push(...jobs.map(({ title }) => title));
}, 60_000);
afterAll(() => index.close());

/** Returns titles, parts of them and variations, with and without operators. */
function queries(): string[] {
  return titles.flatMap((title, at) => {
    if (at % EVERY !== 0) return [];
    const words = title.split(/\s+/);
    const word = words[at % words.length]!;
    return [
      title,
      word,
      `${word.slice(0, 4)}*`,
      `"${words.slice(0, 2).join(' ')}"`,
      `${words[0]} -${words.at(-1)}`,
      `${word.slice(0, -1)}x`,
    ];
  });
}

it('returns byte for byte the same answers as before, with all features disabled', async () => {
  const answers: Record<string, string> = {};
  for (const text of queries()) {
    const found = [
      await index.find({ fulltext: { keys: [text] }, facets: ALL_FACETS, range: { first: 0, last: 50 } }),
      await index.find({ fulltext: { keys: [text] }, geoLocation: { lat: 43.65, lon: -79.38, radius: 100 } }),
    ].map(({ total, titles: listed, snippets, facets, correction }) => ({
      total,
      listed,
      snippets,
      facets,
      correction,
    }));
    answers[text] =
      `${found[0]!.total} ${createHash('sha256').update(JSON.stringify(found)).digest('base64url').slice(0, 16)}`;
  }
  if (process.env['RECORD_ANSWERS'] === '1') writeFileSync(RECORDED, `${JSON.stringify(answers, null, 2)}\n`);
  expect(Object.keys(answers).length).toBeGreaterThan(80);
  expect(answers).toEqual(JSON.parse(readFileSync(RECORDED, 'utf8')));
}, 60_000);
