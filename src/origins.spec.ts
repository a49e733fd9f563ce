import { Origins } from './origins.js';

const none = { PUBLIC_URL: undefined, SITE: 'default', SITES: new Map<string, string>(), PORT: 3000 };

describe('Origins', () => {
  it('is PUBLIC_URL for SITE, even if it has other hosts', () => {
    const SITES = new Map([['other.example', 'default']]);
    expect(new Origins({ ...none, SITES, PUBLIC_URL: 'https://jobs.example.org' }).of('default')).toBe(
      'https://jobs.example.org',
    );
  });

  it('is PUBLIC_URL', () => {
    expect(new Origins({ ...none, PUBLIC_URL: 'https://jobs.example.org' }).of('default')).toBe(
      'https://jobs.example.org',
    );
  });

  it('is the host in SITES for other sites, whose pages are not at PUBLIC_URL', () => {
    const SITES = new Map([['charity.example:8443', 'charity']]);
    const origins = new Origins({ ...none, SITES, PUBLIC_URL: 'https://jobs.example.org' });
    expect([origins.of('charity'), origins.of('default'), origins.of('third')]).toEqual([
      'https://charity.example:8443',
      'https://jobs.example.org',
      'https://jobs.example.org',
    ]);
    expect(new Origins({ ...none, SITES, PUBLIC_URL: 'http://intranet' }).of('charity')).toBe(
      'http://charity.example:8443',
    );
    const PUBLIC_URL = 'http://localhost:8080';
    expect(new Origins({ ...none, SITES: new Map([['charity.localhost', 'charity']]), PUBLIC_URL }).of('charity')).toBe(
      'http://charity.localhost:8080',
    );
  });

  it('is otherwise the local address, once the port is known', () => {
    const origins = new Origins({ ...none, PORT: 0, SITES: new Map([['charity.localhost', 'charity']]) });
    expect([origins.of('default'), origins.of('charity')]).toEqual([undefined, undefined]);
    origins.listenAt(4567);
    expect([origins.of('default'), origins.of('charity')]).toEqual([
      'http://localhost:4567',
      'http://charity.localhost:4567',
    ]);
  });
});
