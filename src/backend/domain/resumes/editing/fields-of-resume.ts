import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { addressOf, type SavedAddress } from '../../../platform/database/address.js';
import type { StoredPeriod, StoredSalary } from '../../../platform/database/tables/resume-tables.js';
import { fileValue, type FormFile } from '../../forms/field-values.js';
import type { StoredPrivateFields, StoredResume } from '../resume.repository.js';

/** Values of a resume's form without a draft, read from the stored resume. */
export function fieldsOfResume(
  row: StoredResume,
  hidden: StoredPrivateFields | undefined,
  picture: FormFile | undefined,
): FieldValues {
  return {
    salutation: texts(row.salutation),
    firstName: texts(hidden?.first_name),
    lastName: texts(hidden?.last_name),
    picture: texts(picture && fileValue(picture)),
    phone: texts(hidden?.phone),
    birthday: texts(hidden?.birthday),
    homeLocation: one(addressFields(hidden?.home_location)),
    about: texts(row.about),
    title: texts(row.title),
    desiredOccupation: numbers(row.desired_occupation_tids),
    employmentType: numbers(row.employment_type_tids),
    desiredLocation: one(townFields(addressOf(row))),
    desiredSalary: one(salaryFields(row.desired_salary)),
    careerStatus: numbers([row.career_status_tid]),
    availableStart: texts(row.available_start),
    availabilityPeriods: row.availability_periods.flatMap((period) => one(periodFields(period))),
    education: row.education.flatMap(({ institution, degreeTid, fieldTid, studyProgram, location, period, summary }) =>
      one({
        institution,
        degreeLevel: number(degreeTid),
        fieldOfStudy: number(fieldTid),
        studyProgram,
        ...periodFields(period),
        ...townFields(location),
        summary,
      }),
    ),
    workExperience: row.work_experience.flatMap(
      ({ jobTitle, company, occupationTid, employmentTypeTid, location, period, summary }) =>
        one({
          jobTitle,
          companyName: company,
          occupation: number(occupationTid),
          employmentType: number(employmentTypeTid),
          ...periodFields(period),
          ...townFields(location),
          summary,
        }),
    ),
    languages: row.languages.flatMap(({ tid, levelTid }) => one({ language: number(tid), level: number(levelTid) })),
    languagesFree: row.languages_free,
    languageNotes: texts(row.languages_notes),
    skills: numbers(row.skill_tids),
    skillsFree: row.skills_free,
    skillsNotes: texts(row.skills_notes),
  };
}

type Fields = Readonly<Record<string, string | null | undefined>>;
type Town = Partial<Record<'countryCode' | 'administrativeArea' | 'locality', string | null>>;

function townFields(address: Town | null | undefined): Fields {
  return {
    countryCode: address?.countryCode,
    administrativeArea: address?.administrativeArea,
    locality: address?.locality,
  };
}

function addressFields(address: SavedAddress | null | undefined): Fields {
  return {
    ...townFields(address),
    zip: address?.zip,
    addressLine1: address?.addressLine1,
    addressLine2: address?.addressLine2,
  };
}

/** Periods in the form consist of months. */
function periodFields(period: StoredPeriod | undefined): Fields {
  const month = (text: string | undefined) => text?.slice(0, 'yyyy-mm'.length);
  return { from: month(period?.from), until: month(period?.until) };
}

function salaryFields(salary: StoredSalary | null): Fields {
  return {
    minSalary: number(salary?.min),
    maxSalary: number(salary?.max),
    currencyCode: salary?.currency,
    salaryUnit: salary?.unit,
  };
}

function texts(value: string | null | undefined): string[] {
  return value == null || value === '' ? [] : [value];
}

function number(value: number | null | undefined): string | undefined {
  return value == null ? undefined : String(value);
}

function numbers(values: readonly (number | null)[]): string[] {
  return values.flatMap((value) => number(value) ?? []);
}

/** Encodes an entry without empty fields; no entry if all are empty. */
function one(fields: Fields): string[] {
  const filled = Object.entries(fields).filter(([, value]) => value != null && value !== '');
  return filled.length === 0 ? [] : [JSON.stringify(Object.fromEntries(filled))];
}
