import type { Kysely } from 'kysely';
import type { Address, Image, Resume, ResumePersonalInfo, SalaryRange } from '#contract/generated/resolvers.js';
import { resumePath } from '#contract/pages/paths.js';
import { addressOf, type SavedAddress } from '../../platform/database/address.js';
import type { StoredLanguage, StoredPeriod, StoredSalary } from '../../platform/database/tables/resume-tables.js';
import type { AddressColumns, Database } from '../../platform/database/schema.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { findPicture, findPrivateFields, type StoredPrivateFields, type StoredResume } from './resume.repository.js';

interface Reading {
  database: Kysely<Database>;
  terms: TermCatalog;
  language: string;
  /** Whether to read the private fields; without it, they are not even loaded. */
  withPrivateFields: boolean;
}

/** Converts a resume to the contract's form. */
export async function toResume(row: StoredResume, reading: Reading): Promise<Lazy<Resume>> {
  const { database, terms, language, withPrivateFields } = reading;
  const term = (tid: number | undefined) => terms.term(tid ?? null, language);
  const hidden = withPrivateFields ? await findPrivateFields(database, row.id) : undefined;
  return {
    id: row.key,
    url: { path: resumePath(row.key) },
    language: row.language,
    visible: row.visible,
    privateFieldsShown: withPrivateFields,
    changed: row.updated_at.toISOString(),
    personalInfo: {
      salutation: row.salutation,
      about: row.about,
      picture: () => (row.has_picture ? pictureOf(database, row.id) : null),
      ...privateFields(hidden),
    },
    jobPreferences: {
      title: row.title,
      desiredOccupation: terms.termsOf(row.desired_occupation_tids, language),
      employmentType: terms.termsOf(row.employment_type_tids, language),
      desiredLocation: areaOf(row),
      desiredSalary: row.desired_salary && salaryOf(row.desired_salary),
      careerStatus: terms.term(row.career_status_tid, language),
      availableStart: row.available_start,
      availabilityPeriods: row.availability_periods.map(periodOf),
    },
    education: row.education.map(
      ({ id, institution, degreeTid, fieldTid, studyProgram, location, period, summary }) => ({
        id,
        institution,
        studyProgram: studyProgram ?? null,
        summary: summary ?? null,
        degreeLevel: term(degreeTid),
        fieldOfStudy: term(fieldTid),
        location: location ? toAddress(location) : null,
        timePeriod: period ? periodOf(period) : null,
      }),
    ),
    workExperience: row.work_experience.map(
      ({ id, jobTitle, occupationTid, employmentTypeTid, company, location, period, summary }) => ({
        id,
        jobTitle,
        companyName: company ?? null,
        summary: summary ?? null,
        occupation: term(occupationTid),
        employmentType: term(employmentTypeTid),
        location: location ? toAddress(location) : null,
        timePeriod: period ? periodOf(period) : null,
      }),
    ),
    languages: {
      languages: languagesOf(row.languages, terms, language),
      languagesFree: row.languages_free,
      languageNotes: row.languages_notes,
    },
    skills: {
      skills: terms.termsOf(row.skill_tids, language),
      skillsFree: row.skills_free,
      skillsNotes: row.skills_notes,
    },
  };
}

type PrivateFields = Pick<ResumePersonalInfo, 'firstName' | 'lastName' | 'phone' | 'birthday' | 'homeLocation'>;

function privateFields(hidden: StoredPrivateFields | undefined): PrivateFields {
  return {
    firstName: hidden?.first_name ?? null,
    lastName: hidden?.last_name ?? null,
    phone: hidden?.phone ?? null,
    birthday: hidden?.birthday ?? null,
    homeLocation: hidden?.home_location ? toAddress(hidden.home_location) : null,
  };
}

/** Location of a desired workplace, reduced to the town: people enter their own street there. */
export function areaOf(row: AddressColumns): Address | null {
  const address = addressOf(row);
  if (!address) return null;
  const { countryCode, administrativeArea, locality } = address;
  return { countryCode, administrativeArea, locality };
}

export function languagesOf(languages: readonly StoredLanguage[], terms: TermCatalog, language: string) {
  return languages.flatMap(({ tid, levelTid }) => {
    const known = terms.term(tid, language);
    return known ? [{ language: known, level: terms.term(levelTid ?? null, language) }] : [];
  });
}

async function pictureOf(database: Kysely<Database>, resumeId: number): Promise<Image | null> {
  const picture = await findPicture(database, resumeId);
  return picture ? pictureAddress(picture) : null;
}

/** The picture is inlined as a data URL, so that it has no address that others could request. */
export function pictureAddress({ content_type, bytes }: { content_type: string; bytes: Buffer }): Image {
  return { url: `data:${content_type};base64,${bytes.toString('base64')}`, alt: '' };
}

function salaryOf({ min, max, currency, unit }: StoredSalary): SalaryRange {
  return { minSalary: min ?? null, maxSalary: max ?? null, currencyCode: currency, salaryUnit: unit };
}

function periodOf({ from, until }: StoredPeriod) {
  return { from, until: until ?? null };
}

function toAddress(address: SavedAddress): Address {
  const { countryCode, administrativeArea, locality, zip, addressLine1, addressLine2, lat, lon } = address;
  return {
    countryCode,
    administrativeArea: administrativeArea ?? null,
    locality: locality ?? null,
    zip: zip ?? null,
    addressLine1: addressLine1 ?? null,
    addressLine2: addressLine2 ?? null,
    lat: lat ?? null,
    lon: lon ?? null,
  };
}

const MONTHS = 12;

/** Total time at work in whole years; overlapping periods count once. */
export function yearsOfWork(work: readonly { period?: StoredPeriod }[], now: Date): number {
  const today = now.getUTCFullYear() * MONTHS + now.getUTCMonth();
  const spans = work
    .flatMap(({ period }) => {
      const from = monthOf(period?.from);
      const until = period?.until === undefined ? today : monthOf(period.until);
      return from === undefined || until === undefined || until < from ? [] : [[from, until + 1] as const];
    })
    .sort(([one], [other]) => one - other);
  let months = 0;
  let reached = -Infinity;
  for (const [from, until] of spans) {
    months += Math.max(0, until - Math.max(from, reached));
    reached = Math.max(reached, until);
  }
  return Math.floor(months / MONTHS);
}

function monthOf(text: string | undefined): number | undefined {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(text ?? '') ?? [];
  return year === undefined ? undefined : Number(year) * MONTHS + Number(month) - 1;
}
