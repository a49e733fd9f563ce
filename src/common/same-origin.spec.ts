import { isFromSameOrigin } from './same-origin.js';

const host = 'jobs.example.org';
const PUBLIC_URL = 'https://work.example.org/';

describe('where a request comes from', () => {
  it.each([
    ['says nothing of it', {}],
    ['names this site', { origin: 'https://jobs.example.org' }],
    ['names the address that everybody knows', { origin: 'https://work.example.org' }],
    ['names one of its pages', { referer: 'https://jobs.example.org/user/login' }],
    ['knows that it is the same', { 'sec-fetch-site': 'same-origin', origin: 'https://jobs.example.org' }],
  ])('is this site when a browser %s', (_says, headers) => {
    expect(isFromSameOrigin({ host, ...headers }, PUBLIC_URL)).toBe(true);
  });

  it.each([
    ['names another site', { origin: 'https://evil.example' }],
    ['hides it', { origin: 'null' }],
    ['names another port', { origin: 'https://jobs.example.org:8443' }],
    ['names the address that everybody knows without its encryption', { origin: 'http://work.example.org' }],
    ['names a host that only begins alike', { origin: 'https://jobs.example.org.evil.example' }],
    ['names a page of another site', { referer: 'https://evil.example/?https://jobs.example.org' }],
    [
      'knows that it is another one, whatever else it says',
      { 'sec-fetch-site': 'cross-site', origin: 'https://jobs.example.org' },
    ],
    ['knows that it is a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['says that no page has sent it', { 'sec-fetch-site': 'none' }],
  ])('is another one when a browser %s', (_says, headers) => {
    expect(isFromSameOrigin({ host, ...headers }, PUBLIC_URL)).toBe(false);
  });

  it('is no page of this site where the request names no host', () => {
    expect(isFromSameOrigin({ origin: 'https://jobs.example.org' }, undefined)).toBe(false);
    expect(isFromSameOrigin({ origin: 'https://work.example.org' }, PUBLIC_URL)).toBe(true);
  });
});
