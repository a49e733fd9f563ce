import { type EntryValues, type FieldValues, readEntry } from '#contract/defined-form/defined-form.js';
import type { SalaryUnit } from '#contract/generated/resolvers.js';
import { monthOf, numberOf, valuesOf } from '#contract/defined-form/field-values.js';
import type {
  StoredEducation,
  StoredPeriod,
  StoredSalary,
  StoredWork,
} from '../../../platform/database/tables/resume-tables.js';
import type { SavedAddress } from '../../../platform/database/address.js';
import type { Addresses } from '../../../reference/places/addresses.js';
import type { ResumeToSave } from '../resume.repository.js';
import type { EditedForm } from './resume-form.repository.js';

/** Values of a form, by field. */
interface Read {
  one: (name: string) => string | undefined;
  tids: (name: string) => number[];
  /** Parsed entries, with their raw text. */
  entries: (name: string) => { text: string; entry: EntryValues }[];
}

/**
 * Builds the stored data of a resume from valid values of its form. What the form does not change is kept: ids of entries, coordinates,
 * and days where the form has months only.
 *
 * @param fields all values of the resume
 * @param known facts about a resume that does not exist yet
 */
export async function buildResume(
  { row, stored, hidden }: Pick<EditedForm, 'row' | 'stored' | 'hidden'>,
  fields: FieldValues,
  { addresses, known }: { addresses: Addresses; known: Pick<ResumeToSave, 'accountId' | 'language' | 'changed'> },
): Promise<ResumeToSave> {
  const read = reading(fields);
  const { one, tids, entries } = read;
  const isSame = (name: string): boolean => (stored[name]?.[0] ?? '') === (fields[name]?.[0] ?? '');
  const place = async (entry: EntryValues | undefined): Promise<SavedAddress | undefined> =>
    entry && (await placed(entry, addresses));
  const [work, education] = await Promise.all([
    storedEntries(entries('workExperience'), stored.workExperience, row?.work_experience ?? [], (entry) =>
      workOf(entry, addresses),
    ),
    storedEntries(entries('education'), stored.education, row?.education ?? [], (entry) =>
      educationOf(entry, addresses),
    ),
  ]);
  const periods = new Map(
    (stored.availabilityPeriods ?? []).map((text, index) => [text, row!.availability_periods[index]!]),
  );
  return {
    ...known,
    ...(row ? { language: row.language } : {}),
    visible: false,
    salutation: one('salutation'),
    about: one('about'),
    title: one('title'),
    desiredOccupationTids: tids('desiredOccupation'),
    employmentTypeTids: tids('employmentType'),
    desiredLocation:
      row && isSame('desiredLocation') ? storedTown(row) : await place(entries('desiredLocation')[0]?.entry),
    desiredSalary: salaryOf(entries('desiredSalary')[0]?.entry),
    careerStatusTid: tids('careerStatus')[0],
    availableStart: one('availableStart'),
    availabilityPeriods: entries('availabilityPeriods').flatMap(
      ({ text, entry }) => periods.get(text) ?? periodOf(entry) ?? [],
    ),
    education,
    workExperience: work,
    languages: entries('languages').map(({ entry }) => ({
      tid: Number(entry.language),
      ...(entry.level ? { levelTid: Number(entry.level) } : {}),
    })),
    languagesFree: valuesOf(fields, 'languagesFree'),
    languagesNotes: one('languageNotes'),
    skillTids: tids('skills'),
    skillsFree: valuesOf(fields, 'skillsFree'),
    skillsNotes: one('skillsNotes'),
    firstName: one('firstName'),
    lastName: one('lastName'),
    phone: one('phone'),
    birthday: one('birthday'),
    homeLocation:
      hidden?.home_location && isSame('homeLocation')
        ? hidden.home_location
        : await place(entries('homeLocation')[0]?.entry),
  };
}

function reading(values: FieldValues): Read {
  return {
    one: (name) => valuesOf(values, name)[0],
    tids: (name) => [...new Set(valuesOf(values, name).map(Number))],
    entries: (name) =>
      valuesOf(values, name).flatMap((text) => {
        const entry = readEntry(text);
        return entry ? [{ text, entry }] : [];
      }),
  };
}

/** Entries keep their ids: unchanged ones, and those that were changed at the same position. */
async function storedEntries<Stored extends { id: string }>(
  typed: readonly { text: string; entry: EntryValues }[],
  texts: readonly string[] = [],
  stored: readonly Stored[],
  make: (entry: EntryValues) => Promise<Omit<Stored, 'id'>>,
): Promise<Stored[]> {
  const unclaimed = new Map(stored.map((each, index) => [index, each]));
  const claim = (index: number): Stored | undefined => {
    const found = unclaimed.get(index);
    unclaimed.delete(index);
    return found;
  };
  const same = typed.map(({ text }) => claim(texts.findIndex((each, index) => each === text && unclaimed.has(index))));
  let last = Math.max(0, ...stored.map(({ id }) => Number(id) || 0));
  const ids = same.map((found, index) => found?.id ?? claim(index)?.id ?? String(++last));
  return Promise.all(
    typed.map(async ({ entry }, index) => same[index] ?? ({ ...(await make(entry)), id: ids[index]! } as Stored)),
  );
}

async function workOf(entry: EntryValues, addresses: Addresses): Promise<Omit<StoredWork, 'id'>> {
  const { jobTitle = '', companyName, occupation, employmentType, summary } = entry;
  return {
    jobTitle,
    ...(companyName ? { company: companyName } : {}),
    ...(occupation ? { occupationTid: Number(occupation) } : {}),
    ...(employmentType ? { employmentTypeTid: Number(employmentType) } : {}),
    ...(await whenAndWhere(entry, addresses)),
    ...(summary ? { summary } : {}),
  };
}

async function educationOf(entry: EntryValues, addresses: Addresses): Promise<Omit<StoredEducation, 'id'>> {
  const { institution = '', degreeLevel, fieldOfStudy, studyProgram, summary } = entry;
  return {
    institution,
    ...(degreeLevel ? { degreeTid: Number(degreeLevel) } : {}),
    ...(fieldOfStudy ? { fieldTid: Number(fieldOfStudy) } : {}),
    ...(studyProgram ? { studyProgram } : {}),
    ...(await whenAndWhere(entry, addresses)),
    ...(summary ? { summary } : {}),
  };
}

async function whenAndWhere(
  entry: EntryValues,
  addresses: Addresses,
): Promise<{ period?: StoredPeriod; location?: SavedAddress }> {
  const period = periodOf(entry);
  const location = await placed(entry, addresses);
  return { ...(period ? { period } : {}), ...(location ? { location } : {}) };
}

function periodOf({ from = '', until = '' }: EntryValues): StoredPeriod | undefined {
  const [start, end] = [monthOf(from), monthOf(until)];
  return start ? { from: start, ...(end ? { until: end } : {}) } : undefined;
}

async function placed(typed: EntryValues, addresses: Addresses): Promise<SavedAddress | undefined> {
  const { countryCode, administrativeArea, locality, zip, addressLine1, addressLine2 } = typed;
  const { address } = await addresses.of({
    country: countryCode,
    area: administrativeArea,
    locality,
    zip,
    street: addressLine1,
    isRemote: false,
  });
  return address && { ...address, ...(addressLine2 ? { addressLine2 } : {}) };
}

function salaryOf(entry: EntryValues | undefined): StoredSalary | undefined {
  const [min, max] = [numberOf(entry?.minSalary ?? ''), numberOf(entry?.maxSalary ?? '')];
  if (!entry?.currencyCode || !entry.salaryUnit || (min === undefined && max === undefined)) return undefined;
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    currency: entry.currencyCode,
    unit: entry.salaryUnit as SalaryUnit,
  };
}

function storedTown(row: NonNullable<EditedForm['row']>): SavedAddress | undefined {
  if (row.country_code === null) return undefined;
  const text = (value: string | null): string | undefined => value ?? undefined;
  return {
    countryCode: row.country_code,
    administrativeArea: text(row.administrative_area),
    locality: text(row.locality),
    zip: text(row.zip),
    addressLine1: text(row.address_line1),
    addressLine2: text(row.address_line2),
    ...(row.lat === null || row.lon === null ? {} : { lat: row.lat, lon: row.lon }),
  };
}
