import { decodeJwt } from 'jose';
import type { GraphqlClient } from '../graphql-client/index.js';
import { ViewCounter } from './view-counter.js';

type Site = Parameters<ViewCounter['seen']>[0];

const site = { name: 'default', locales: ['en'], features: { readOnly: false } } as unknown as Site;

function counter() {
  const sent: { views: Record<string, number>; site: string }[] = [];
  const request = (_document: unknown, { assertion }: { assertion: string }, call: { frontend: { site: string } }) => {
    sent.push({ ...decodeJwt<{ views: Record<string, number> }>(assertion), site: call.frontend.site });
    return Promise.resolve({ ok: true, data: { countJobViews: 1 } });
  };
  const client = { request } as unknown as GraphqlClient;
  return { sent, views: new ViewCounter(client, { AUTH_SECRET: ['a-secret-of-this-test-alone-0123456789'] }) };
}

describe('[REC-03] views of jobs', () => {
  it('are written together: a thousand of three jobs cost one call a site', async () => {
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

  it('are not counted in maintenance', async () => {
    const { sent, views } = counter();
    views.seen({ ...site, features: { ...site.features, readOnly: true } }, '1');
    await views.beforeApplicationShutdown();
    expect(sent).toEqual([]);
  });

  it('of more jobs than anybody sees at once are dropped', async () => {
    const { sent, views } = counter();
    for (let each = 0; each < 25_000; each += 1) views.seen(site, String(each));
    await views.beforeApplicationShutdown();
    expect(sent.length).toBe(20);
    expect(sent.reduce((sum, { views: seen }) => sum + Object.keys(seen).length, 0)).toBe(20_000);
  });
});
