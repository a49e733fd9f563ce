import type { StoredPeriod } from '../../../../platform/database/tables/resume-tables.js';
import type { SavedAddress } from '../../../../platform/database/address.js';
import type { TermCatalog } from '../../../../reference/taxonomy/term-catalog.js';
import type { StoredPrivateFields, StoredResume } from '../../resume.repository.js';

const SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';
const VOLUNTEER = 'volunteer';

/**
 * Converts a resume to the format of jsonresume.org, schema 1.0.0 (APP-03), as far as the schema has a place for the data. Texts of an
 * education are written as courses, the only place for them.
 *
 * @param language language of the term labels
 */
export function writeJsonResume(
  { row, hidden }: { row: StoredResume; hidden: StoredPrivateFields | undefined },
  { terms, language }: { terms: TermCatalog; language: string },
): string {
  const label = (tid: number | null | undefined): string | undefined => terms.term(tid ?? null, language)?.label;
  const isVolunteer = (tid: number | undefined): boolean => tid !== undefined && terms.find(tid)?.slug === VOLUNTEER;
  const all = row.work_experience.map((work) => ({ work, times: datesOf(work.period) }));
  const content = {
    $schema: SCHEMA,
    basics: {
      name: [hidden?.first_name, hidden?.last_name].filter(Boolean).join(' ') || undefined,
      label: row.title ?? undefined,
      phone: hidden?.phone ?? undefined,
      summary: row.about ?? undefined,
      location: hidden?.home_location ? locationOf(hidden.home_location) : undefined,
    },
    work: all
      .filter(({ work }) => !isVolunteer(work.employmentTypeTid))
      .map(({ work: { company, jobTitle, location, summary }, times }) => ({
        name: company,
        position: jobTitle,
        location: location && placeText(location, language),
        ...times,
        summary,
      })),
    volunteer: all
      .filter(({ work }) => isVolunteer(work.employmentTypeTid))
      .map(({ work: { company, jobTitle, summary }, times }) => ({
        organization: company,
        position: jobTitle,
        ...times,
        summary,
      })),
    education: row.education.map(({ institution, degreeTid, fieldTid, studyProgram, period, summary }) => ({
      institution,
      area: studyProgram ?? label(fieldTid),
      studyType: label(degreeTid),
      ...datesOf(period),
      courses: summary?.split('\n'),
    })),
    skills: [...row.skill_tids.flatMap((tid) => label(tid) ?? []), ...row.skills_free].map((name) => ({ name })),
    languages: [
      ...row.languages.flatMap(({ tid, levelTid }) => {
        const name = label(tid);
        return name === undefined ? [] : [{ language: name, fluency: label(levelTid) }];
      }),
      ...row.languages_free.map((name) => ({ language: name })),
    ],
    meta: { version: 'v1.0.0', lastModified: row.updated_at.toISOString().slice(0, 19) },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function datesOf(period: StoredPeriod | undefined): { startDate?: string; endDate?: string } {
  return { startDate: period?.from, endDate: period?.until };
}

function locationOf({ addressLine1, addressLine2, zip, locality, administrativeArea, countryCode }: SavedAddress) {
  return {
    address: [addressLine1, addressLine2].filter(Boolean).join('\n') || undefined,
    postalCode: zip,
    city: locality,
    region: administrativeArea,
    countryCode,
  };
}

/** Text of a place: `Toronto, ON, Canada`. */
function placeText({ locality, administrativeArea, countryCode }: SavedAddress, language: string): string {
  const country = new Intl.DisplayNames([language], { type: 'region' }).of(countryCode);
  return [locality, administrativeArea, country].filter(Boolean).join(', ');
}
