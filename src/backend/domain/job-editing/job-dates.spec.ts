import fc from 'fast-check';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { addDays } from '#shared/time-zones/zoned-days.js';
import { Addresses } from '../../reference/places/addresses.js';
import type { KnownPlace } from '../../reference/places/places.port.js';
import type { TypedPlace } from '../../reference/places/typed-place.js';
import { zonesOfSite } from '../../reference/places/time-zones.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { StoredJob } from '../jobs/job.repository.js';
import { buildJobRow, type Building, timeZoneOfForm, periodOf, checkJob } from './build-job.js';
import { fieldsOfJob } from './job-drafts.js';

const PLACES: Record<string, KnownPlace> = {
  Vancouver: { kind: 'city', name: 'Vancouver', country: 'CA', area: 'BC', lat: 49.2827, lon: -123.1207 },
  NL: { kind: 'area', name: 'Newfoundland and Labrador', country: 'CA', area: 'NL', lat: 47.6, lon: -52.7 },
};
const places = {
  find: ({ locality, area }: TypedPlace) => {
    const place = PLACES[locality ?? area ?? ''];
    return Promise.resolve(place ? { place } : {});
  },
};
const TERMS = { find: () => undefined } as unknown as TermCatalog;
const site = { countries: ['CA'], timeZone: 'America/Toronto' };
const building: Building = {
  terms: TERMS,
  addresses: new Addresses(places, undefined),
  rules: { ...DEFAULT_JOB_RULES, timeZones: zonesOfSite(site) },
  timeZone: site.timeZone,
  language: 'en',
};
const type = 'job_per_template';
const zoneOf = (values: FieldValues) => timeZoneOfForm({ type, values }, building);

/** Stores a form and reads the job. */
async function stored(values: FieldValues): Promise<StoredJob> {
  const timeZone = await zoneOf(values);
  const { start, end } = periodOf(values, { days: 30, timeZone });
  const form = { type, values, organizationId: 1, source: 'form', sourceKey: 'one', featured: false, top: false };
  const row = await buildJobRow(
    { ...form, type, questions: [] },
    { state: 'scheduled', publishedAt: start!, expiresAt: end! },
    building,
  );
  return { ...row, published_at: start!, expires_at: end! } as unknown as StoredJob;
}

describe('the time zone of a job', () => {
  it('is the chosen one, or else that of its town, of its region, or of the site', async () => {
    const vancouver = { locality: ['Vancouver'], countryCode: ['CA'] };
    expect(await zoneOf({ ...vancouver, timeZone: ['America/Halifax'] })).toBe('America/Halifax');
    expect(await zoneOf(vancouver)).toBe('America/Vancouver');
    expect(await zoneOf({ administrativeArea: ['NL'], countryCode: ['CA'] })).toBe('America/St_Johns');
    expect(await zoneOf({ locality: ['Nowhere'], countryCode: ['CA'] })).toBe('America/Toronto');
    expect(await zoneOf({})).toBe('America/Toronto');
    // An invalid zone is ignored.
    expect(await zoneOf({ ...vancouver, timeZone: ['Mars/Olympus_Mons'] })).toBe('America/Vancouver');
  });

  it('must be chosen where there are several, from those that exist there', () => {
    const field = (timeZones: readonly string[]) =>
      jobFields(type, { ...DEFAULT_JOB_RULES, timeZones }).find(({ name }) => name === 'timeZone')!;
    expect(field(zonesOfSite({ countries: ['GB'], timeZone: 'Europe/London' })).isHidden).toBe(true);
    const canada = field(zonesOfSite(site));
    expect(canada.isHidden).toBe(false);
    expect(canada.settings.choices).toEqual(expect.arrayContaining(['America/Toronto', 'America/Vancouver']));
    const checking = { terms: TERMS, now: new Date(), timeZone: 'UTC' };
    expect(checkJob([canada], { timeZone: ['Europe/Berlin'] }, checking)).toEqual([
      { field: 'timeZone', rule: 'choice' },
    ]);
  });
});

describe('the dates of a form', () => {
  it('cover whole days in the job’s zone, and are shown again as typed, in every zone', async () => {
    const day = fc
      .date({ min: new Date('2012-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    await fc.assert(
      fc.asyncProperty(day, fc.nat(90), zone, async (first, days, timeZone) => {
        const last = addDays(first, days);
        const values = { published: [first], expiration: [last], timeZone: [timeZone] };
        const job = await stored(values);
        expect(job.published_at.getTime()).toBeLessThan(job.expires_at!.getTime());
        expect(dayIn(timeZone, job.published_at)).toBe(first);
        expect(dayIn(timeZone, new Date(job.published_at.getTime() - 1))).toBe(addDays(first, -1));
        expect(dayIn(timeZone, new Date(job.expires_at!.getTime() + 1))).toBe(addDays(last, 1));
        expect(fieldsOfJob(job)).toMatchObject(values);
      }),
      { numRuns: 500 },
    );
  });

  it('expire at the end of the day where the job is, and not before', () => {
    const fields = jobFields(type, building.rules).filter(({ name }) => name === 'expiration');
    const violations = (timeZone: string, now: string) =>
      checkJob(fields, { expiration: ['2026-12-23'] }, { terms: TERMS, timeZone, now: new Date(now) });
    expect(violations('America/Toronto', '2026-12-24T04:59:00Z')).toEqual([]);
    expect(violations('America/Toronto', '2026-12-24T05:00:00Z')).toEqual([{ field: 'expiration', rule: 'past' }]);
    expect(violations('Europe/Berlin', '2026-12-23T23:00:00Z')).toEqual([{ field: 'expiration', rule: 'past' }]);
  });

  it('are not shown if nobody typed them: a job that begins at some time of a day has no publication date', async () => {
    const job = await stored({ published: ['2026-12-05'], expiration: ['2026-12-23'] });
    const moment = { ...job, published_at: new Date(job.published_at.getTime() + 1) };
    expect(fieldsOfJob(moment).published).toEqual([]);
  });
});
