import type { Site } from '../../modules/sites/index.js';
import { PageKeys } from './page-keys.js';

const site = (name: string) => ({ public: { name } }) as Site;
const request = (url: string, headers: Record<string, string> = {}, protocol = 'http') =>
  ({ method: 'GET', url, protocol, headers: { host: 'localhost', ...headers } }) as never;

describe('keys of pages', () => {
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

  it('do not differ by host where the site has one address', () => {
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
    ['a token', request('/jobs', { authorization: 'Bearer x' })],
    ['the editor', request('/jobs?visual_editor=true')],
    ['an address that cannot be read', request('/%')],
    ['one that is too long', request(`/jobs?search=${'x'.repeat(9000)}`)],
  ])('there is none for %s', (_what, asked) => {
    expect(keys.of(asked, site('default'))).toBeUndefined();
  });
});
