import {
  industriesOf,
  occupationsOf,
  degreeLevelOf,
  employmentTypesOf,
  experienceOf,
  remoteOptionOf,
} from './categories.js';
import { readClosing, readDate } from '../writing/build-job.js';

describe('terms for the words of feeds', () => {
  it.each([
    ['Full-time', 'full-time'],
    ['full time', 'full-time'],
    ['FULL_TIME', 'full-time'],
    ['Temps plein', 'full-time'],
    ['Vollzeit', 'full-time'],
    ['fulltime', 'full-time'],
    ['Part Time', 'part-time'],
    ['PART_TIME', 'part-time'],
    ['PT', 'part-time'],
    ['Teilzeit (50 %)', 'part-time'],
    ['Contract', 'contract'],
    ['Freelance', 'contract'],
    ['CONTRACTOR', 'contract'],
    ['befristet', 'contract'],
    ['Temporary', 'temporary'],
    ['INTERN', 'internship'],
    ['Praktikum', 'internship'],
    ['Volunteer', 'volunteer'],
    ['PER_DIEM', 'per-diem'],
    ['Other', ''],
    ['', ''],
    ['unbefristet', 'full-time'],
  ])('employment type %s', (text, slug) => {
    expect(employmentTypesOf([text]).join()).toBe(slug);
  });

  it('accepts several types', () => {
    expect(employmentTypesOf(['Full-time', 'Part-time, Contract'])).toEqual(['full-time', 'part-time', 'contract']);
  });

  it.each<[string | undefined, number | undefined, string | undefined]>([
    ['Entry level', undefined, 'entry-level'],
    ['Associate', undefined, '1-2-years'],
    ['Mid-Senior level', undefined, '3-5-years'],
    ['Director', undefined, '10-plus-years'],
    ['Executive', undefined, '10-plus-years'],
    ['Internship', undefined, 'entry-level'],
    ['Not Applicable', undefined, undefined],
    [undefined, 24, '1-2-years'],
    [undefined, 36, '3-5-years'],
    ['5+ years', undefined, '3-5-years'],
    ['7 Jahre', undefined, '6-10-years'],
    [undefined, undefined, undefined],
  ])('experience %s, %s months', (level, months, slug) => {
    expect(experienceOf(level, months)).toBe(slug);
  });

  it.each([
    ['High School or equivalent', 'secondary-school'],
    ["Bachelor's Degree", 'bachelors-degree'],
    ["Master's Degree", 'masters-degree'],
    ['Doctorate', 'doctorate'],
    ['Some College Coursework Completed', 'vocational-training'],
    ['Certification', 'vocational-training'],
    ['Associate Degree', 'vocational-training'],
    ['Some High School Coursework', 'no-degree'],
    ['Unspecified', undefined],
    ['bachelor degree', 'bachelors-degree'],
    ['high school', 'secondary-school'],
  ])('education %s', (text, slug) => {
    expect(degreeLevelOf(text)).toBe(slug);
  });

  it.each([
    ['1', 'remote'],
    ['0', undefined],
    ['TELECOMMUTE', 'remote'],
    ['Hybrid', 'hybrid'],
    ['Fully remote', 'remote'],
    ['COVID-19', 'remote'],
    ['no', undefined],
    [undefined, undefined],
  ])('remote %s', (text, slug) => {
    expect(remoteOptionOf(text)).toBe(slug);
  });

  it.each([
    ['Customer Service', 'Worker', 'customer-service'],
    ['Accounting/Auditing', 'x', 'accounting'],
    ['Information Technology', 'x', 'information-technology'],
    ['Health Care Provider', 'Registered Nurse', 'nursing'],
    ['Other', 'Software Developer', 'software-development'],
    ['', 'Shop Assistant', 'retail'],
    ['', 'Godot', ''],
    ['Engineering', 'Subsea Engineer', ''],
    ['Administrative', 'Data Clerk', 'administration'],
    ['', 'Fundraising Manager', 'fundraising'],
  ])('occupation of %s, %s', (given, title, slug) => {
    expect(occupationsOf([given], title).join()).toBe(slug);
  });

  it.each([
    ['Hospital & Health Care', 'health'],
    ['Nonprofit Organization Management', 'community-development'],
    ['Oil & Energy', ''],
    ['Information Technology and Services', ''],
    ['Education Management', 'education'],
  ])('industry %s', (text, slug) => {
    expect(industriesOf([text]).join()).toBe(slug);
  });
});

describe('dates of feeds', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T10:00:00+02:00', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20 10:00:00.123456+01', '2026-11-20T09:00:00.123Z'],
    ['2026-11-20T10:00-05', '2026-11-20T15:00:00.000Z'],
    ['2026-11-20 10:00:00', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20 10:00:00 UTC', '2026-11-20T10:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 GMT', '2026-11-20T10:00:00.000Z'],
    ['20.11.2026', '2026-11-20T00:00:00.000Z'],
    ['11/20/2026', '2026-11-20T00:00:00.000Z'],
    ['20 Nov 2026', '2026-11-20T00:00:00.000Z'],
    ['November 20, 2026', '2026-11-20T00:00:00.000Z'],
    ['10/11/2026', undefined],
    ['2026-02-31', undefined],
    ['soon', undefined],
    ['0001-01-01', undefined],
    ['9999-12-31', undefined],
    ['', undefined],
  ])('%s', (text, iso) => {
    expect(readDate(text, now, 'UTC')?.toISOString()).toBe(iso);
  });

  it('closes at the end of a day without a time', () => {
    expect(readClosing('2026-11-21', now, 'UTC')?.toISOString()).toBe('2026-11-21T23:59:59.999Z');
    expect(readClosing('2026-11-21T10:00:00Z', now, 'UTC')?.toISOString()).toBe('2026-11-21T10:00:00.000Z');
  });
});
