import { announcesBody, hostError } from './connections.js';

describe('the host of a request', () => {
  it.each([
    undefined,
    'localhost',
    'jobs.example.org',
    'JOBS.example.org:8443',
    'web_1:3000',
    '127.0.0.1',
    '[::1]:3000',
  ])('may be %s', (host) => {
    expect(hostError(host, host === undefined ? [] : ['Accept', '*/*', 'Host', host])).toBeUndefined();
  });

  it.each(['', 'a b', 'jobs.example.org, evil.example', 'evil.example/', 'user@evil.example', '<b>', 'a:b', '[', 'é'])(
    'is not %j',
    (host) => {
      expect(hostError(host, ['Host', host])).toBe('The Host header is not a host.');
    },
  );

  it('must occur only once', () => {
    expect(hostError('a', ['Host', 'a', 'hOST', 'a'])).toBe('There is more than one Host header.');
  });
});

it('a body is announced by its length or its encoding', () => {
  expect([{}, { 'content-length': '0' }].map(announcesBody)).toEqual([false, false]);
  expect([{ 'content-length': '1' }, { 'transfer-encoding': 'chunked' }].map(announcesBody)).toEqual([true, true]);
});
