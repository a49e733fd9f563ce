import { isFromSameOrigin } from './same-origin.js';

const HOSTS = ['jobs.example.org', undefined];

describe('where a form comes from', () => {
  it.each([
    ['says nothing of it', {}],
    ['names this site', { origin: 'https://jobs.example.org' }],
    ['names one of its pages', { referer: 'https://jobs.example.org/user/login' }],
    ['knows that it is the same', { 'sec-fetch-site': 'same-origin', origin: 'https://jobs.example.org' }],
  ])('is this site when a browser %s', (_says, headers) => {
    expect(isFromSameOrigin(headers, HOSTS)).toBe(true);
  });

  it.each([
    ['names another site', { origin: 'https://evil.example' }],
    ['hides it', { origin: 'null' }],
    ['names another port', { origin: 'https://jobs.example.org:8443' }],
    ['names a host that only begins alike', { origin: 'https://jobs.example.org.evil.example' }],
    ['names a page of another site', { referer: 'https://evil.example/?https://jobs.example.org' }],
    [
      'knows that it is another one, whatever else it says',
      { 'sec-fetch-site': 'cross-site', origin: 'https://jobs.example.org' },
    ],
    ['knows that it is a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('is another one when a browser %s', (_says, headers) => {
    expect(isFromSameOrigin(headers, HOSTS)).toBe(false);
  });
});
