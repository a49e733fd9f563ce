import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { globSync } from 'tinyglobby';
import { NOTICE_COOKIE } from '#contract/pages/notices.js';
import { readAddress } from '../../modules/routing/index.js';
import type { Site } from '../../modules/sites/index.js';
import { PageKeys, pageAddress, pageQuery, PAGE_PARAMETERS } from './page-keys.js';

const site = (name: string) => ({ public: { name } }) as Site;
const request = (url: string, headers: Record<string, string> = {}, protocol = 'http') =>
  ({ method: 'GET', url, protocol, headers: { host: 'localhost', ...headers } }) as never;

describe('cache keys of pages', () => {
  const SITES = new Map([['charity.example', 'charity']]);
  const keys = new PageKeys({ PUBLIC_URL: undefined, SITE: 'default', SITES });
  const plain = keys.of(request('/jobs?page=2'), site('default'));

  it('differ by site, host, scheme, path and query', () => {
    const others = [
      keys.of(request('/jobs?page=2'), site('other')),
      keys.of(request('/jobs?page=2', { host: 'example.org' }), site('default')),
      keys.of(request('/jobs?page=2', {}, 'https'), site('default')),
      keys.of(request('/fr/jobs?page=2'), site('default')),
      keys.of(request('/jobs?page=3'), site('default')),
      keys.of(request('/jobs'), site('default')),
    ];
    expect(new Set([plain, ...others]).size).toBe(others.length + 1);
    expect(keys.of(request('/jobs?page=2&utm_campaign=x'), site('default'))).toBe(plain);
  });

  it('do not differ by host if the site has a public address', () => {
    const one = new PageKeys({ PUBLIC_URL: 'https://jobs.example', SITE: 'default', SITES });
    const key = one.of(request('/jobs'), site('default'));
    expect(one.of(request('/jobs', { host: 'evil.example' }), site('default'))).toBe(key);
    expect(one.of(request('/jobs', { host: 'charity.example:8080' }), site('charity'))).toContain(
      'https://charity.example\n',
    );
  });

  it.each([
    ['a session', request('/jobs', { cookie: 'a=1; next-auth.session-token=x' })],
    ['a session in parts', request('/jobs', { cookie: '__Secure-next-auth.session-token.1=x' })],
    ['a notice', request('/jobs', { cookie: `a=1; ${NOTICE_COOKIE}=x` })],
    ['a token', request('/jobs', { authorization: 'Bearer x' })],
    ['the editor', request('/jobs?visual_editor=true')],
    ['an address that cannot be read', request('/%')],
    ['one that is too long', request(`/jobs?search=${'x'.repeat(9000)}`)],
  ])('do not exist for %s', (_what, asked) => {
    expect(keys.of(asked, site('default'))).toBeUndefined();
  });

  it('do not exist for requests with cookies that the documentation names to operators of a CDN', () => {
    const [, section = ''] = /^## Page cache\n([^]*?)^## /m.exec(readFileSync('docs/operating.md', 'utf8'))!;
    const names = [...section.matchAll(/^- .*?`([a-z-]+(?:\.[a-z-]+)?)`/gm)].map(([, name]) => name!);
    expect(names).toEqual(['next-auth.session-token', NOTICE_COOKIE]);
    for (const name of names)
      expect(keys.of(request('/jobs', { cookie: `${name}=x` }), site('default'))).toBeUndefined();
  });
});

test('pages get every query parameter that they read', () => {
  // The router and the visual editor are handled before a page is made.
  const before = ['router', 'visual_editor'];
  const sources = globSync(['{client,src/ssr,src/modules}/**/*.{ts,tsx}', '!**/*.spec.ts']);
  const read = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bquery\.(?:get|has|getAll)\('(\w+)'\)/g)].map(([, name]) => name!),
  );
  expect(read.length).toBeGreaterThan(30);
  expect(read.filter((name) => !PAGE_PARAMETERS.includes(name) && !before.includes(name))).toEqual([]);
});

const known = fc.tuple(fc.constantFrom(...PAGE_PARAMETERS), fc.string({ unit: 'binary', maxLength: 8 }));
const unknown = fc.tuple(
  fc.string({ maxLength: 8 }).filter((name) => !PAGE_PARAMETERS.includes(name)),
  fc.string({ maxLength: 8 }),
);
const path = fc.array(fc.string({ maxLength: 5 }).map(encodeURIComponent), { maxLength: 3 });

function read(parts: readonly string[], query: readonly (readonly [string, string])[]) {
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  const address = readAddress(`/${parts.join('/')}?${text}`);
  if (!address.ok) throw new Error(address.reason);
  return address.address;
}

describe('the key of a URL', () => {
  it('ignores unknown parameters and the order of parameters', () => {
    fc.assert(
      fc.property(path, fc.array(known), fc.array(unknown), fc.nat(), (parts, pairs, others, seed) => {
        // Values of the same parameter keep their order; everything else is shuffled.
        const names = [...new Set(pairs.map(([name]) => name))];
        names.sort((a, b) => ((a.charCodeAt(0) * seed) % 7) - ((b.charCodeAt(0) * seed) % 7));
        const turned = names.flatMap((name) => pairs.filter((pair) => pair[0] === name));
        const mixed = [...others, ...turned.flatMap((pair, at) => (others[at] ? [pair, others[at]] : [pair]))];
        expect(pageAddress(read(parts, mixed))).toBe(pageAddress(read(parts, pairs)));
      }),
    );
  });

  it('differs whenever pages could differ', () => {
    fc.assert(
      fc.property(path, fc.array(known), path, fc.array(known), (parts, pairs, otherParts, otherPairs) => {
        const [one, two] = [read(parts, pairs), read(otherParts, otherPairs)];
        const same = one.path === two.path && String(pageQuery(one.query)) === String(pageQuery(two.query));
        expect(pageAddress(one) === pageAddress(two)).toBe(same);
        for (const name of PAGE_PARAMETERS) {
          const values = (query: URLSearchParams) => JSON.stringify(pageQuery(query).getAll(name));
          if (same) expect(values(one.query)).toBe(values(two.query));
          expect(values(one.query)).toBe(JSON.stringify(one.query.getAll(name)));
        }
      }),
    );
  });

  it('does not mistake a path for a query', () => {
    expect(pageAddress(read(['jobs%3Fpage=2'], []))).not.toBe(pageAddress(read(['jobs'], [['page', '2']])));
  });
});
