import { jobFields } from '#contract/job-form/job-fields.js';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';
import type { CatalogTerm, TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { checkJob, warnOfJob } from './build-job.js';

const NOW = new Date('2026-11-23T12:00:00Z');
const SLUGS: Readonly<Record<number, string>> = { 1: 'volunteer', 2: 'part-time', 3: 'remote' };
const terms = {
  find: (tid: number) => ({ slug: SLUGS[tid], vid: tid === 3 ? 'remote_options' : 'employment_type' }) as CatalogTerm,
} as TermCatalog;

const rules = { ...DEFAULT_JOB_RULES, fields: { minSalary: { required: true } } };

function violationsIn(names: readonly string[], values: Record<string, string[]>): string[] {
  const fields = jobFields('job_per_template', rules);
  const violations = checkJob(fields, { remoteOptions: ['3'], ...values }, { terms, now: NOW, timeZone: 'UTC' });
  return violations.flatMap(({ field, rule }) => (names.includes(field!) ? [`${field} ${rule}`] : []));
}

const PAY = ['minSalary', 'maxSalary', 'currencyCode', 'salaryUnit'];

describe('[REC-01] valid and invalid values of a job’s form', () => {
  it.each<[string, Record<string, string[]>, string[]]>([
    ['volunteers need no pay', { employmentType: ['1'] }, []],
    ['0 is no pay', { employmentType: ['1'], minSalary: ['0'], maxSalary: ['0.00'] }, []],
    [
      'volunteers may get something',
      { employmentType: ['1'], minSalary: ['50'] },
      ['currencyCode payUnit', 'salaryUnit payUnit'],
    ],
    ['others need pay where the site wants it', { employmentType: ['1', '2'] }, ['minSalary required']],
    ['others do not work for 0', { employmentType: ['2'], minSalary: ['0'] }, ['minSalary positive']],
  ])('pay: %s', (_name, values, violations) => {
    expect(violationsIn(PAY, values)).toEqual(violations);
  });

  it.each<[string, Record<string, string[]>, string[]]>([
    ['today is a day to publish on', { published: ['2026-11-23'] }, []],
    ['yesterday is none', { published: ['2026-11-22'] }, ['published past']],
    ['nor is 2020', { published: ['2020-01-01'] }, ['published past']],
    ['nor a day in two years', { published: ['2028-11-23'] }, ['published tooFar']],
    ['a job is shown for a year at most', { expiration: ['2126-12-23'] }, ['expiration tooFar']],
    ['which begins when it is published', { published: ['2027-06-01'], expiration: ['2028-05-30'] }, []],
    ['an end that is over is none', { expiration: ['2026-11-22'] }, ['expiration past']],
  ])('dates: %s', (_name, values, violations) => {
    expect(violationsIn(['published', 'expiration'], values)).toEqual(violations);
  });

  it('a country is required with a place, but not for a fully remote job', () => {
    expect(violationsIn(['countryCode', 'locality'], {})).toEqual([]);
    expect(violationsIn(['countryCode', 'locality'], { locality: ['Halifax'] })).toEqual(['countryCode required']);
    expect(violationsIn(['countryCode', 'locality'], { remoteOptions: [] })).toEqual(['locality place']);
  });
});

describe('probable mistakes in a job’s form', () => {
  const places = {
    find: ({ locality }: { locality?: string }) =>
      Promise.resolve(
        locality === 'Halifax'
          ? { place: { kind: 'city' as const, name: 'Halifax', country: 'CA', area: 'NS', lat: 44.6, lon: -63.6 } }
          : {},
      ),
  };

  it.each<[Record<string, string[]>, string[]]>([
    [{}, []],
    [{ locality: ['Halifax'], countryCode: ['CA'], zip: ['B3H 1A1'] }, []],
    [{ locality: ['Halifx'], countryCode: ['CA'] }, ['locality unknownPlace']],
    [{ zip: ['ZZZ 999 🦄'], countryCode: ['CA'] }, ['zip postalCode']],
    [{ zip: ['b3h1a1'], countryCode: ['CA'] }, []],
    [{ zip: ['B3H'], countryCode: ['CA'] }, []],
    [{ zip: ['10115'], countryCode: ['CA'] }, ['zip postalCode']],
    [{ zip: ['10115'], countryCode: ['DE'] }, []],
    [{ zip: ['1010'], countryCode: ['AT'] }, []],
    [{ zip: ['🦄'], countryCode: ['AT'] }, ['zip postalCode']],
  ])('%j', async (values, warnings) => {
    expect((await warnOfJob(values, places)).map(({ field, rule }) => `${field} ${rule}`)).toEqual(warnings);
  });
});
