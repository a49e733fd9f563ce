import fc from 'fast-check';
import { readTarget, writeAddress } from './backend-routes.js';

const HOST = 'jobs.example.org';

describe('the target of a redirect', () => {
  it.each(['/jobs?page=2', 'http://jobs.example.org/jobs?page=2', 'HTTPS://JOBS.example.org/jobs?page=2#x'])(
    '%s is a page of this site',
    (target) => {
      const read = readTarget(target, HOST, []);
      expect(read).toMatchObject({ kind: 'own', path: '/jobs' });
      expect(read.kind === 'own' && read.query.toString()).toBe('page=2');
    },
  );

  it('may be another host that the site allows', () => {
    const target = 'https://partner.example/a?b=c';
    expect(readTarget(target, HOST, ['partner.example'])).toEqual({ kind: 'other', address: target });
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https:evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://jobs.example.org@evil.example/',
    'https://user@jobs.example.org/',
    'https://jobs.example.org.evil.example/',
    'evil.example',
    '',
    'http://[',
  ])('%j is refused', (target) => {
    expect(readTarget(target, HOST, ['partner.example'])).toEqual({ kind: 'refused' });
  });

  it('is never another site, for any input', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      'a',
      '%2F',
      '%5C',
      '?',
      '#',
      '@',
      ':',
      'evil.example',
      '\t',
      '\n',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (target) => {
        const read = readTarget(target, HOST, []);
        if (read.kind !== 'own') return;
        const address = writeAddress(read.path, read.query);
        expect(new URL(address, `https://${HOST}`).host).toBe(HOST);
        expect(address).toMatch(/^\/(?![/\\])/);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps all queries, and for each parameter the values of the first one', () => {
    const [one, other] = [new URLSearchParams('page=3'), new URLSearchParams('page=9&a=1&a=2')];
    expect(writeAddress('/jobs/é?#', one, other)).toBe('/jobs/%C3%A9%3F%23?page=3&a=1&a=2');
  });
});
