import { VIEW_SOURCES } from '#contract/view-source.js';
import { applicationSource } from './job-views.module.js';

const SITE = { locales: ['en', 'de'], routeNames: { de: { '/jobs': '/stellen', '/apply': '/bewerben' } } };
const JOB = '/en/job/7/cook';
const FORM = '/en/apply/7/cook';

function sourceOf(url: string, from?: string, isLoggedIn = false) {
  const referer = from?.startsWith('/') ? `https://jobs.test${from}` : from;
  return applicationSource({ url, host: 'jobs.test', referer }, SITE, { jobId: '7', isLoggedIn });
}

describe('the source of an application', () => {
  it.each(VIEW_SOURCES)('is the word in the address: %s', (word) => {
    expect(sourceOf(`${FORM}?source=${word}`, JOB)).toBe(word);
    expect(sourceOf(`${FORM}?x=1&source=${word}`)).toBe(word);
  });

  it.each([
    ['search', FORM, '/en/jobs?jobId=7'],
    ['search', '/de/bewerben/7/koch', '/de/stellen?search=koch&jobId=7'],
    ['mail', FORM, `${JOB}?utm_source=job-alert&utm_medium=email`],
    ['elsewhere', FORM, `${JOB}?utm_source=partner`],
    ['related', FORM, `${JOB}?source=related`],
    ['mail', `${FORM}?utm_source=x&utm_medium=email`, undefined],
    ['elsewhere', FORM, 'https://news.test/'],
  ] as const)('is %s without that word: %s from %s', (source, url, referer) => {
    expect(sourceOf(url, referer)).toBe(source);
  });

  it.each([
    // Without its script, the job's page does not pass on its source.
    [FORM, JOB],
    [FORM, `${JOB}?source=unknown`],
    [FORM, undefined],
    [FORM, ''],
    [FORM, 'about:blank'],
    [FORM, FORM],
    [FORM, '/en/user/login?destination=%2Fen%2Fapply%2F7%2Fcook'],
    // The source of a visit to another job does not apply to this one.
    [FORM, '/en/job/8/nurse?utm_source=partner'],
    [FORM, '/en/job/77/cook?utm_source=partner'],
  ])('is unknown: %s from %s', (url, referer) => {
    expect(sourceOf(url, referer)).toBeUndefined();
  });

  it('is unknown after logging in at another service', () => {
    expect(sourceOf(FORM, 'https://accounts.test/', true)).toBeUndefined();
    expect(sourceOf(FORM, '/en/jobs?jobId=7', true)).toBe('search');
  });

  it.each([
    '',
    'Search',
    'search,mail',
    'constructor',
    '__proto__',
    '%3Cscript%3E',
    'x'.repeat(5000),
    'search%00',
    '1',
  ])('is unknown if the word in the address is invalid, whatever the referrer: %s', (word) => {
    expect(sourceOf(`${FORM}?source=${word}`, '/en/jobs?jobId=7')).toBeUndefined();
  });
});
