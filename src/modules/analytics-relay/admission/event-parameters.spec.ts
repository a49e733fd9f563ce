import fc from 'fast-check';
import { checkParameters, pageAddress, withoutPersonalData } from './event-parameters.js';

const check = (given: Record<string, unknown>, allowsLists = false) =>
  checkParameters('params', given, { allowsLists });

const SITE = {
  locales: ['en', 'de', 'fr'],
  routeNames: {
    de: { '/application': '/bewerbung', '/applications': '/bewerbungen', '/resume': '/mein/lebenslauf' },
    fr: { '/application': '/candidature' },
  },
};

describe('[TRACK-04] parameters of an event', () => {
  it.each([
    [{ value: null }, 'params.value', 'type'],
    [{ value: { $ne: 1 } }, 'params.value', 'type'],
    [{ value: [1] }, 'params.value', 'type'],
    [{ value: 'x'.repeat(101) }, 'params.value', 'max-length'],
    [{ page_title: 'x'.repeat(301) }, 'params.page_title', 'max-length'],
    [{ ['a'.repeat(41)]: 1 }, `params.${'a'.repeat(40)}`, 'max-name-length'],
    [{ 'a-b': 1 }, 'params.a-b', 'name'],
    [{ _a: 1 }, 'params._a', 'name'],
    [{ ga_x: 1 }, 'params.ga_x', 'reserved-name'],
    [Object.fromEntries(Array.from({ length: 10_000 }, (_none, at) => [`p${at}`, 1])), 'params', 'max-parameters'],
  ])('are refused with the field and the rule: case %#', (given, field, rule) => {
    expect(check(given)).toMatchObject({ ok: false, violation: { field, rule } });
  });

  it('may be lists only for Meta, up to its maximum length', () => {
    expect(check({ content_ids: ['1', '2'] }, true).ok).toBe(true);
    expect(check({ content_ids: [['1']] }, true)).toMatchObject({ violation: { rule: 'type' } });
    expect(check({ content_ids: Array<number>(21).fill(1) }, true)).toMatchObject({ violation: { rule: 'max-items' } });
  });

  it('stay within the limits of the Measurement Protocol for any input', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(json, (given) => {
        const checked = check(given);
        if (!checked.ok) {
          expect(checked.violation.field).toMatch(/^params/);
          return;
        }
        const entries = Object.entries(checked.parameters);
        expect(entries.length).toBeLessThanOrEqual(20);
        for (const [name, value] of entries) {
          expect(name).toMatch(/^[a-z]\w{0,39}$/i);
          expect(['string', 'number', 'boolean']).toContain(typeof value);
          expect(String(value).length).toBeLessThanOrEqual(1000);
        }
      }),
    );
  });
});

describe('[TRACK-02] personal data', () => {
  it.each([
    ['write to jane.doe@example.org today', 'write to [email] today'],
    ['jane%40example.org', '[email]'],
    ['from 192.0.2.17', 'from [ip]'],
    ['from 2001:db8::8a2e:370:7334', 'from [ip]'],
    ['token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N', 'token [token]'],
    ['https://jobs.example/user/verify?token=abc', 'https://jobs.example/en/user'],
    ['/de/user/verify?token=abc', '/de/user'],
    ['https://jobs.example/jobs?search=cook#top', 'https://jobs.example/jobs'],
    ['/resume/6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a', '/en/resume'],
    ['/es/resume/6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a', '/es/resume'],
    ['/de/bewerbung/6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a', '/de/bewerbung'],
    ['/DE/Bewerbungen/12/6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a', '/de/bewerbungen'],
    ['/de/application/6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a', '/de/bewerbung'],
    ['/mein/lebenslauf/edit', '/de/mein/lebenslauf'],
    ['https://jobs.example/fr/candidature/6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a', 'https://jobs.example/fr/candidature'],
    ['/application-file/6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a', '/en/application-file'],
    ['/de/bewerbung/%E0%A4%A', '/'],
  ])('is removed from %s', (text, expected) => {
    expect(withoutPersonalData(text, SITE)).toBe(expected);
  });

  it.each([
    'senior-frontend-developer-2',
    'Head of Programmes, 2 years',
    '6f1c9a52-5c1f-4d5e-9a68-0f6f3c2d1b7a',
    '12345',
  ])('is not detected in harmless text: %s', (text) => {
    expect(withoutPersonalData(text, SITE)).toBe(text);
  });

  it('is removed from page URLs', () => {
    expect(pageAddress('https://jobs.example/fr/user/settings?x=1', SITE)).toBe('https://jobs.example/fr/user');
    expect(pageAddress('https://jobs.example/job/12/cook?from=mail', SITE)).toBe('https://jobs.example/job/12/cook');
    expect(pageAddress('no address', SITE)).toBe('/');
  });
});
