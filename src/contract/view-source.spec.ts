import { readSource, VIEW_SOURCES, viewSource, withWayBack, afterSocialLogin, sourcePaths } from './view-source.js';

const SITE = { locales: ['en', 'de'], routeNames: { de: { '/jobs': '/stellen', '/job': '/stelle' } } };

describe('the source of a visit to a job', () => {
  it.each([
    ['direct', '/job/7/cook', undefined],
    ['direct', '/job/7/cook', ''],
    ['search', '/job/7/cook', 'https://jobs.test/en/jobs?search=cook'],
    ['search', '/job/7/cook', 'https://jobs.test/de/stellen?page=2'],
    ['search', '/job/7/cook', 'https://jobs.test/en/cooking-jobs?search=cook'],
    ['related', '/job/7/cook', 'https://jobs.test/de/stelle/8/koch'],
    ['site', '/job/7/cook', 'https://jobs.test/'],
    ['site', '/job/7/cook', 'https://jobs.test/en/organization/3/food-bank'],
    ['elsewhere', '/job/7/cook', 'https://news.test/jobs?search=cook'],
    ['elsewhere', '/job/7/cook', 'about:blank'],
    ['elsewhere', '/job/7/cook?utm_source=partner', 'https://jobs.test/en/jobs'],
    ['elsewhere', '/job/7/cook?utm_source=partner&utm_medium=feed', undefined],
    ['mail', '/job/7/cook?utm_source=job-alert&utm_medium=email', 'https://mail.test/'],
    ['direct', '/job/7/cook?utm_source=', undefined],
    // The user returns from logging in.
    ['search', '/job/7/cook?source=search', 'https://jobs.test/en/user/login'],
    ['direct', '/job/7/cook?x=1&source=direct', 'https://accounts.test/'],
    // Values that other websites use for the parameter are ignored.
    ['elsewhere', '/job/7/cook?source=news', 'https://news.test/'],
    ['elsewhere', '/job/7/cook?source=', 'https://news.test/'],
  ] as const)('is %s: %s from %s', (source, url, referer) => {
    expect(viewSource({ url, host: 'jobs.test', referer }, sourcePaths(SITE), '7')).toBe(source);
  });

  it.each([
    // The user was at this job before, has logged in, or comes back from the form: none of these pages tells the source.
    '/en/job/7/cook',
    '/de/stelle/7/koch',
    '/en/user/login?destination=%2Fen%2Fjob%2F7%2Fcook',
    '/de/user/register/applicant',
    '/de/apply/7/cook',
  ])('is unknown if the referrer is %s', (path) => {
    expect(
      viewSource(
        { url: '/job/7/cook', host: 'jobs.test', referer: `https://jobs.test${path}` },
        sourcePaths(SITE),
        '7',
      ),
    ).toBeUndefined();
  });

  it('is unknown if the address says so, whatever the referrer', () => {
    for (const referer of [undefined, 'https://accounts.test/', 'https://jobs.test/en/jobs'])
      expect(
        viewSource({ url: '/job/7/cook?source=unknown', host: 'jobs.test', referer }, sourcePaths(SITE), '7'),
      ).toBeUndefined();
  });

  it.each([
    ['https://jobs.test/en/job/7/cook', 'https://jobs.test/en/job/7/cook?source=unknown'],
    ['https://jobs.test/de/stelle/7/koch?x=1#how', 'https://jobs.test/de/stelle/7/koch?x=1&source=unknown#how'],
    ['https://jobs.test/en/job/7/cook?source=search', 'https://jobs.test/en/job/7/cook?source=search'],
    ['https://jobs.test/en/job/7/cook?utm_source=partner', 'https://jobs.test/en/job/7/cook?utm_source=partner'],
    ['https://jobs.test/en/job/wizard?job=7', 'https://jobs.test/en/job/wizard?job=7'],
    ['https://jobs.test/en/jobs?jobId=7', 'https://jobs.test/en/jobs?jobId=7'],
    ['https://jobs.test/en/apply/7/cook', 'https://jobs.test/en/apply/7/cook'],
    ['https://jobs.test', 'https://jobs.test'],
  ])('is named, or marked as unknown, in a job’s address after a login at another service: %s', (address, expected) => {
    expect(afterSocialLogin(address, SITE)).toBe(expected);
  });

  it('is in the address to which a user returns after logging in', () => {
    const here = new URL('https://jobs.test/job/7/cook?source=mail&x=1');
    expect(withWayBack(here, 'search').search).toBe('?source=search&x=1');
    expect(withWayBack(here, undefined).search).toBe('?source=unknown&x=1');
  });

  it('is one of six words', () => {
    for (const word of VIEW_SOURCES) expect(readSource(word)).toBe(word);
    for (const word of [
      '',
      'Search',
      ' search',
      'search,mail',
      'constructor',
      '__proto__',
      ['search'],
      null,
      undefined,
    ])
      expect(readSource(word)).toBeUndefined();
  });
});
