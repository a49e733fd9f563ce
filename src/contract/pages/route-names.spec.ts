import fc from 'fast-check';
import { homeAt, hrefIn, pathIn, type RouteNames } from './route-names.js';

const german: RouteNames = {
  '/resumes': '/bewerbersuche',
  '/resume': '/lebenslauf',
  '/organizations': '/arbeitgeber-suchen',
};
const href = hrefIn({ localePrefix: '/de', routeNames: german });

describe('translated paths', () => {
  it.each([
    ['/', '/de'],
    ['/?a=1', '/de?a=1'],
    ['/#main', '/de#main'],
    ['/organizations', '/de/arbeitgeber-suchen'],
    ['/organizations?page=2#x', '/de/arbeitgeber-suchen?page=2#x'],
    ['/resume/wizard/import', '/de/lebenslauf/wizard/import'],
    ['/resumes', '/de/bewerbersuche'],
    ['/resume-alert/edit/7', '/de/resume-alert/edit/7'],
    ['/jobs', '/de/jobs'],
    ['https://elsewhere.example/resumes', 'https://elsewhere.example/resumes'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
  ])('[ROUTE-08] %s is written %s', (path, address) => {
    expect(href(path)).toBe(address);
  });

  it('[ROUTE-09] have no prefix if there is only one locale', () => {
    const plain = hrefIn({ localePrefix: '', routeNames: {} });
    expect([plain('/'), plain('/resume/edit?a')]).toEqual(['/', '/resume/edit?a']);
  });

  it('use the longest match', () => {
    const names = { '/resume': '/lebenslauf', '/resume/edit': '/lebenslauf-bearbeiten' };
    const write = hrefIn({ localePrefix: '', routeNames: names });
    expect([write('/resume/edit/1'), write('/resume/editor')]).toEqual([
      '/lebenslauf-bearbeiten/1',
      '/lebenslauf/editor',
    ]);
    expect(pathIn(names)('/lebenslauf-bearbeiten/1')).toBe('/resume/edit/1');
  });

  const segment = fc.constantFrom('a', 'b', 'resume', 'resumes', 'x-y', 'é', '%2F', '__proto__', '');
  const tail = fc.array(segment, { maxLength: 4 }).map((parts) => parts.map((part) => `/${part}`).join(''));
  const name = (kind: string) => fc.integer({ min: 0, max: 5 }).map((number) => `/${kind}${number}`);
  const names = fc.uniqueArray(fc.tuple(name('own'), name('shown')), {
    selector: ([own]) => own,
    maxLength: 5,
  });

  it('can be converted back to every path, except if two paths have the same translation', () => {
    fc.assert(
      fc.property(names, fc.oneof(name('own'), fc.constant('/other')), tail, (pairs, first, rest) => {
        const once = new Map(pairs.map(([own, shown]) => [shown, own]));
        const routeNames = Object.fromEntries([...once].map(([shown, own]) => [own, shown]));
        const path = first + rest;
        expect(pathIn(routeNames)(hrefIn({ localePrefix: '', routeNames })(path))).toBe(path);
      }),
    );
  });

  it('can be converted back to every URL, except those of untranslated paths', () => {
    fc.assert(
      fc.property(names, name('shown'), tail, (pairs, first, rest) => {
        const once = new Map(pairs.map(([own, shown]) => [shown, own]));
        const routeNames = Object.fromEntries([...once].map(([shown, own]) => [own, shown]));
        const written = first + rest;
        expect(hrefIn({ localePrefix: '', routeNames })(pathIn(routeNames)(written))).toBe(written);
      }),
    );
  });
});

describe('[ROUTE-09] the base URL of a site in a language', () => {
  const origin = 'https://jobs.example.org';

  it.each([
    [['en', 'de', 'fr'], 'de', '/de'],
    [['en', 'de-CH'], 'de', '/de-ch'],
    [['en', 'de-CH'], 'de-ch', '/de-ch'],
    [['en', 'de'], 'en-CA', '/en'],
    [['en', 'de'], 'fr', '/en'],
    [['en-CA'], 'fr', ''],
    [[], 'de', ''],
  ])('%j, %s', (locales, language, prefix) => {
    expect(homeAt({ origin, locales }, language)).toBe(origin + prefix);
  });
});
