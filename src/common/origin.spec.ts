import { isFromSameOrigin } from './origin.js';

const own = ['https://jobs.example.org', 'https://work.example.org'];

describe('the origin of a request', () => {
  it.each([
    ['says nothing of it', {}],
    ['names this site', { origin: 'https://jobs.example.org' }],
    ['names another address of it', { origin: 'https://work.example.org' }],
    ['names one of its pages', { referer: 'https://jobs.example.org/user/login' }],
    ['knows that it is the same', { 'sec-fetch-site': 'same-origin', origin: 'https://jobs.example.org' }],
  ])('is this site when a browser %s', (_says, headers) => {
    expect(isFromSameOrigin(headers, own)).toBe(true);
  });

  it.each([
    ['names another site', { origin: 'https://evil.example' }],
    ['hides it', { origin: 'null' }],
    ['names another port', { origin: 'https://jobs.example.org:8443' }],
    ['names this site without its encryption', { origin: 'http://jobs.example.org' }],
    ['names a page of this site without its encryption', { referer: 'http://work.example.org/jobs' }],
    ['names a host that only begins alike', { origin: 'https://jobs.example.org.evil.example' }],
    ['names a page of another site', { referer: 'https://evil.example/?https://jobs.example.org' }],
    [
      'knows that it is another one, whatever else it says',
      { 'sec-fetch-site': 'cross-site', origin: 'https://jobs.example.org' },
    ],
    ['knows that it is a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['says that no page has sent it', { 'sec-fetch-site': 'none' }],
  ])('is another site when a browser %s', (_says, headers) => {
    expect(isFromSameOrigin(headers, own)).toBe(false);
  });

  it('may use https if a proxy has terminated TLS', () => {
    expect(isFromSameOrigin({ origin: 'https://localhost:3000' }, ['http://localhost:3000'])).toBe(true);
    expect(isFromSameOrigin({ origin: 'https://localhost:4000' }, ['http://localhost:3000'])).toBe(false);
  });

  it('is not a page of this site if the public address is unknown', () => {
    expect(isFromSameOrigin({ origin: 'https://jobs.example.org' }, [])).toBe(false);
    expect(isFromSameOrigin({ origin: 'https://jobs.example.org' }, ['http://['])).toBe(false);
  });
});
