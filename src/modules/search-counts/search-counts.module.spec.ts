import { Logger } from '@nestjs/common';
import { decodeJwt } from 'jose';
import type { SearchCountClaims, SearchTally } from '#contract/search/search-counts.js';
import type { GraphqlClient } from '../graphql-client/index.js';
import { SearchCounter } from './search-counts.module.js';

type Request = Parameters<SearchCounter['seen']>[0];
type Site = Parameters<SearchCounter['seen']>[1];

const SITE = {
  name: 'default',
  locales: ['en'],
  features: { readOnly: false },
  search: { countQueries: true },
} as unknown as Site;
const NURSE = { words: 'nurse', language: 'en', isEmpty: false };

function counter(failing?: string) {
  const sent: { site: string; searches: readonly SearchTally[] }[] = [];
  const request = (_document: unknown, { assertion }: { assertion: string }, call: { frontend: { site: string } }) => {
    if (call.frontend.site === failing) return Promise.reject(new TypeError('no counts'));
    const { searches } = decodeJwt<{ searches: SearchTally[] }>(assertion) satisfies SearchCountClaims;
    sent.push({ site: call.frontend.site, searches });
    return Promise.resolve({ ok: true, data: { countSearches: searches.length } });
  };
  const client = { request } as unknown as GraphqlClient;
  return { sent, searches: new SearchCounter(client, { AUTH_SECRET: ['a-secret-of-this-test-alone-0123456789'] }) };
}

/** Returns what is counted for a request that searches for nurses. */
async function countOf(headers: Request['headers'], site = SITE, method = 'GET'): Promise<number> {
  const { sent, searches } = counter();
  searches.seen({ headers, method }, site, NURSE);
  await searches.beforeApplicationShutdown();
  return sent.flatMap(({ searches: tallies }) => tallies).length;
}

describe('the counter of searches', () => {
  it('sends collected counts once: per site, language and words, and no data of the request', async () => {
    const { sent, searches } = counter();
    const headers = { 'user-agent': 'Firefox', cookie: 'a=b', referer: 'https://jobs.test/?search=cook' };
    for (let each = 0; each < 3; each += 1) searches.seen({ headers, method: 'GET' }, SITE, NURSE);
    searches.seen({ headers, method: 'GET' }, SITE, { ...NURSE, isEmpty: true });
    searches.seen({ headers, method: 'GET' }, SITE, { ...NURSE, language: 'fr' });
    searches.seen({ headers, method: 'GET' }, { ...SITE, name: 'uk' }, NURSE);
    expect(sent).toEqual([]);
    await searches.beforeApplicationShutdown();
    expect(sent).toEqual([
      {
        site: 'default',
        searches: [
          { words: 'nurse', language: 'en', searches: 4, empty: 1 },
          { words: 'nurse', language: 'fr', searches: 1, empty: 0 },
        ],
      },
      { site: 'uk', searches: [{ words: 'nurse', language: 'en', searches: 1, empty: 0 }] },
    ]);
    await searches.beforeApplicationShutdown();
    expect(sent.length).toBe(2);
  });

  it('goes on with the next site, and later, after the counts of a site could not be sent', async () => {
    const logged: unknown[] = [];
    Logger.overrideLogger({ log: () => undefined, warn: () => undefined, error: (...error) => logged.push(error[1]) });
    const { sent, searches } = counter('default');
    for (let each = 0; each < 2; each += 1) {
      searches.seen({ headers: {}, method: 'GET' }, SITE, NURSE);
      searches.seen({ headers: {}, method: 'GET' }, { ...SITE, name: 'uk' }, NURSE);
      await searches.beforeApplicationShutdown();
    }
    expect(sent.map(({ site }) => site)).toEqual(['uk', 'uk']);
    const failure = 'counts of default could not be written';
    expect(logged).toEqual([failure, failure]);
  });

  it.each<[string, number, Request['headers']]>([
    ['of somebody who comes from nowhere', 1, {}],
    ['after another search', 1, { referer: 'https://jobs.test/jobs?search=cook' }],
    ['from a page without a search', 1, { referer: 'https://jobs.test/' }],
    ['from an address that is none', 1, { referer: 'about:' }],
    [
      'with other filters, another order or from its second page',
      0,
      { referer: 'https://jobs.test/jobs?search=+Nurse&page=2' },
    ],
    ['that is loaded again', 0, { 'cache-control': 'max-age=0' }],
    ['that is loaded again past the cache', 0, { 'cache-control': 'no-cache' }],
    ['that the browser has already', 0, { 'if-none-match': 'W/"x"' }],
    ['that an administrator looks at', 0, { referer: 'https://jobs.test/en/admin/searches?weeks=4' }],
    ['that a browser fetches ahead', 0, { 'sec-purpose': 'prefetch' }],
    ['of a robot', 0, { 'user-agent': 'Googlebot/2.1' }],
  ])('a search %s counts %i times', async (_what, count, headers) => {
    expect(await countOf(headers)).toBe(count);
  });

  it('counts nothing if the site disables it, in maintenance mode, and for HEAD requests', async () => {
    expect(await countOf({}, { ...SITE, search: { ...SITE.search, countQueries: false } })).toBe(0);
    expect(await countOf({}, { ...SITE, features: { ...SITE.features, readOnly: true } })).toBe(0);
    expect(await countOf({}, SITE, 'HEAD')).toBe(0);
  });

  it('counts only known words once there are too many different ones', async () => {
    const { sent, searches } = counter();
    const seen = (words: string) => searches.seen({ headers: {}, method: 'GET' }, SITE, { ...NURSE, words });
    for (let each = 0; each < 12_000; each += 1) seen(`word ${each}`);
    seen('word 0');
    await searches.beforeApplicationShutdown();
    const tallies = sent.flatMap(({ searches: part }) => part);
    expect([sent.length, tallies.length]).toEqual([10, 10_000]);
    expect(tallies[0]).toEqual({ words: 'word 0', language: 'en', searches: 2, empty: 0 });
  });
});
