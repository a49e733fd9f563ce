import { decodeJwt } from 'jose';
import type { GraphqlClient } from '../graphql-client/index.js';
import type { JobViewClaims } from '#contract/job-views.js';
import { ViewCounter } from './job-views.module.js';

type Site = Parameters<ViewCounter['seen']>[0];

const site = { name: 'default', locales: ['en'], routeNames: {}, features: { readOnly: false } } as unknown as Site;

function counter() {
  const sent: (JobViewClaims & { site: string })[] = [];
  const request = (_document: unknown, { assertion }: { assertion: string }, call: { frontend: { site: string } }) => {
    sent.push({ ...decodeJwt<JobViewClaims>(assertion), site: call.frontend.site });
    return Promise.resolve({ ok: true, data: { countJobViews: 1 } });
  };
  const client = { request } as unknown as GraphqlClient;
  return { sent, views: new ViewCounter(client, { AUTH_SECRET: ['a-secret-of-this-test-alone-0123456789'] }) };
}

describe('[REC-03] views of jobs', () => {
  it('are written together: a thousand views of three jobs cause one call per site', async () => {
    const { sent, views } = counter();
    for (let each = 0; each < 1000; each += 1) views.seen(site, String(each % 3));
    views.seen({ ...site, name: 'uk' }, '7');
    expect(sent).toEqual([]);
    await views.beforeApplicationShutdown();
    expect(sent).toEqual([
      expect.objectContaining({ site: 'default', views: { 0: 334, 1: 333, 2: 333 } }),
      expect.objectContaining({ site: 'uk', views: { 7: 1 } }),
    ]);
    await views.beforeApplicationShutdown();
    expect(sent.length).toBe(2);
  });

  it('are sent with the source, which counts once per view, and with no other data of the request', async () => {
    const { sent, views } = counter();
    const headers = { host: 'jobs.test', referer: 'https://jobs.test/jobs?search=cook', 'user-agent': 'Firefox' };
    const arrive = (changes: object = {}, url = '/job/7/cook') =>
      views.arrived({ headers: { ...headers, ...changes }, method: 'GET', url }, site);
    arrive();
    arrive({ referer: 'https://news.test/' });
    views.seen(site, '7', { host: 'jobs.test', referer: 'https://jobs.test/job/7/cook' });
    views.seen(site, '7');
    views.seen(site, '7');
    // A robot, a page that is only prefetched and never viewed, and another job.
    arrive({ 'user-agent': 'Googlebot/2.1' });
    arrive({ 'sec-purpose': 'prefetch' }, '/job/8/nurse');
    views.seen(site, '9', { host: 'jobs.test', referer: 'https://jobs.test/jobs?jobId=9' });
    views.started(site, '9');
    views.started(site, '9', 'mail');
    await views.beforeApplicationShutdown();
    expect(sent.map(({ views: seen, tallies }) => [seen, tallies])).toEqual([
      [
        { 7: 3, 9: 1 },
        { 7: { elsewhere: 1, search: 1 }, 9: { search: 1, started: 2, started_mail: 1 } },
      ],
    ]);
  });

  it('are not counted in maintenance mode', async () => {
    const { sent, views } = counter();
    views.seen({ ...site, features: { ...site.features, readOnly: true } }, '1');
    await views.beforeApplicationShutdown();
    expect(sent).toEqual([]);
  });

  it('beyond the maximum number of jobs are dropped', async () => {
    const { sent, views } = counter();
    for (let each = 0; each < 25_000; each += 1) views.seen(site, String(each));
    await views.beforeApplicationShutdown();
    expect(sent.length).toBe(20);
    expect(sent.reduce((sum, { views: seen }) => sum + Object.keys(seen).length, 0)).toBe(20_000);
  });
});
