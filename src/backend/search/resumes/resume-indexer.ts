import { sql, type Kysely } from 'kysely';
import { RESUME_FACETS, RESUME_TITLE_FIELD, SORT_CHANGED } from '#contract/search/resume-search.js';
import { findArea, nameOfArea } from '#shared/places/areas.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import type { StoredEducation, StoredLanguage, StoredWork } from '../../platform/database/tables/resume-tables.js';
import type { AddressColumns, Database } from '../../platform/database/schema.js';
import { directoryIndex } from '../directories/directory-index.js';
import { type DirectoryEntry, putEntries, removeEntries } from '../directories/directory-writer.js';
import { provideCodes, REGIONS, type CodeKey } from '../indexing/code-tables.js';
import { baseLanguage } from '../analysis/tokens.js';
import type { Stemmer } from '../analysis/stemmer.js';

export const RESUMES_INDEX = directoryIndex({
  id: 'resumes',
  table: 'directory_resume',
  changes: 'resume',
  facets: RESUME_FACETS,
  nameField: RESUME_TITLE_FIELD,
  newestField: SORT_CHANGED.field,
});

const BATCH = 500;
/** Coordinates are rounded to 1/100 degree, about a kilometre, so that searches cannot reveal a person's address. */
const PLACES = 100;

interface IndexedResume extends AddressColumns, ResumeTexts {
  id: number;
  site: string;
  language: string;
  title: string;
  desired_occupation_tids: number[];
  employment_type_tids: number[];
  career_status_tid: number | null;
  skill_tids: number[];
  education: StoredEducation[];
  languages: StoredLanguage[];
  updated_at: Date;
  /** Labels of its terms, by language. */
  labels: Record<string, string>[] | null;
}

/** Updates these resumes in the directory, in the transaction that changed them; hidden ones are removed. */
export async function indexResumes(trx: Kysely<Database>, stemmer: Stemmer, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const found = await load(trx, batch);
    const known = new Set(found.map(({ id }) => id));
    await removeEntries(
      trx,
      RESUMES_INDEX,
      batch.filter((id) => !known.has(id)),
    );
    const region = await provideCodes(trx, REGIONS, found.map(regionOf));
    await putEntries(
      trx,
      RESUMES_INDEX,
      stemmer,
      found.map((resume) => toEntry(resume, region(regionOf(resume)))),
    );
  }
}

/**
 * Indexes visible resumes that are missing from the directory, as after a site was restored. They are not new, so no alert reports them.
 *
 * @returns number of resumes indexed
 */
export async function indexMissingResumes(database: Kysely<Database>, stemmer: Stemmer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select r.id from resume r join account a on a.id = r.account_id
    where r.visible and r.title is not null and a.blocked_at is null
      and not exists (select from directory_resume d where d.id = r.id) order by r.id
  `.execute(database);
  const ids = rows.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    await database.transaction().execute(async (trx) => {
      await indexResumes(trx, stemmer, batch);
      // A trigger of the directory has noted them as new.
      await sql`delete from alert_arrival where kind = 'resume' and xid = pg_current_xact_id()`.execute(trx);
    });
  }
  return ids.length;
}

/** Reads only data of resumes that recruiters may see, never resume_private. */
async function load(trx: Kysely<Database>, ids: readonly number[]): Promise<IndexedResume[]> {
  const { rows } = await sql<IndexedResume>`
    select r.id, r.site, r.language, r.title, r.about, r.desired_occupation_tids, r.employment_type_tids, r.career_status_tid,
      r.skill_tids, r.skills_free, r.skills_notes, r.education, r.work_experience, r.languages, r.languages_free, r.languages_notes,
      r.country_code, r.administrative_area, r.locality, r.zip, r.address_line1, r.address_line2, r.lat, r.lon, r.updated_at, (
        select json_agg(term.label) from term where term.tid = any(r.desired_occupation_tids || r.skill_tids)
          or term.tid in (select (l ->> 'tid')::integer from jsonb_array_elements(r.languages) l)
          or term.tid in (select (e ->> 'fieldTid')::integer from jsonb_array_elements(r.education) e)
      ) as labels
    from resume r join account a on a.id = r.account_id
    where r.id = any(${ids}::bigint[]) and r.visible and r.title is not null and a.blocked_at is null order by r.id
    for no key update of r
  `.execute(trx);
  return rows;
}

function regionOf({ country_code: country, administrative_area: area }: IndexedResume) {
  return regionKey(country, area);
}

function toEntry(resume: IndexedResume, region: number): DirectoryEntry {
  const { id, site, language, title, labels } = resume;
  const base = baseLanguage(language);
  return {
    id,
    site,
    language,
    name: title,
    texts: [
      proseOf(resume),
      ...namesOf(resume),
      ...(labels ?? []).map((label) => label[base] ?? label.en ?? ''),
      [resume.locality, resume.administrative_area].filter((part) => part !== null).join(', '),
    ],
    facets: {
      career_status: resume.career_status_tid === null ? [] : [resume.career_status_tid],
      language: resume.languages.map(({ tid }) => tid),
      skill: resume.skill_tids,
      occupation: resume.desired_occupation_tids,
      region: region === 0 ? [] : [region],
      field_of_study: resume.education.flatMap(({ fieldTid }) => fieldTid ?? []),
      employment_type: resume.employment_type_tids,
    },
    place: {
      country: resume.country_code,
      area: resume.administrative_area,
      lat: coarse(resume.lat),
      lon: coarse(resume.lon),
    },
    featured: isTopResume(resume),
    at: resume.updated_at,
  };
}

function coarse(degrees: number | null): number | null {
  return degrees === null ? null : Math.round(degrees * PLACES) / PLACES;
}

interface RatedResume {
  title: string | null;
  country_code: string | null;
  desired_occupation_tids: readonly number[];
  skill_tids: readonly number[];
  skills_free: readonly string[];
  languages: readonly StoredLanguage[];
  languages_free: readonly string[];
  education: readonly StoredEducation[];
  work_experience: readonly StoredWork[];
}

/**
 * Whether a resume is a TopCV, which contains everything that recruiters look for first. The rule is the same on all sites, and does not
 * depend on private data. Migration 0033 applies the same rule to existing resumes.
 */
function isTopResume(resume: RatedResume): boolean {
  return (
    resume.title !== null &&
    resume.country_code !== null &&
    resume.desired_occupation_tids.length > 0 &&
    resume.skill_tids.length + resume.skills_free.length > 0 &&
    resume.languages.length + resume.languages_free.length > 0 &&
    resume.education.length > 0 &&
    resume.work_experience.length > 0
  );
}

/** The texts of a resume that are searched and shown in snippets, without private data. */
export interface ResumeTexts {
  about: string | null;
  education: readonly StoredEducation[];
  work_experience: readonly StoredWork[];
  languages_free: readonly string[];
  languages_notes: string | null;
  skills_free: readonly string[];
  skills_notes: string | null;
}

/** Returns the continuous text of a resume, beginning with the person's self-description. */
export function proseOf({
  about,
  work_experience: work,
  skills_notes: notes,
}: Pick<ResumeTexts, 'about' | 'work_experience' | 'skills_notes'>): string {
  const lines = work.map(({ summary }) => summary?.replace(/\s*\n\s*/g, ' · '));
  const said = [about, ...lines, notes].filter((text) => text);
  return said.join(' ').replace(/\s+/g, ' ').trim();
}

/** Returns other searched texts: employers, schools, and values that are not in the vocabularies. */
export function namesOf(texts: ResumeTexts): string[] {
  return [
    ...texts.work_experience.flatMap(({ jobTitle, company }) => [jobTitle, company ?? '']),
    ...texts.education.flatMap(({ institution, studyProgram, summary }) => [
      institution,
      studyProgram ?? '',
      summary ?? '',
    ]),
    ...texts.skills_free,
    ...texts.languages_free,
    texts.languages_notes ?? '',
  ];
}

interface Region {
  id: number;
  country: string;
  area: string;
}

/** Returns the key of a region's row in search_region, whatever the spelling of its name. */
function regionKey(country: string | null, area: string | null): CodeKey | undefined {
  if (country === null || !area) return undefined;
  return [country.toUpperCase(), foldPlaceName(findArea(country, area)?.code ?? area)];
}

/** Labels of regions. Rows of search_region are only ever added, so cached rows stay valid. */
export class RegionLabels {
  private readonly known = new Map<number, Region>();
  /** Labels by language and the country that is omitted from them. */
  private readonly labels = new Map<string, Map<number, string>>();

  constructor(private readonly database: Kysely<Database>) {}

  /**
   * @param options.home the countries of the site: a single one is omitted from labels
   * @returns labels by the id of the region
   */
  async load(
    ids: readonly number[],
    { language, home }: { language: string; home: readonly string[] },
  ): Promise<ReadonlyMap<number, string>> {
    const unnamed = home.length === 1 ? home[0] : undefined;
    const key = `${language} ${unnamed ?? ''}`;
    const labels = this.labels.get(key) ?? new Map<number, string>();
    this.labels.set(key, labels);
    const missing = ids.filter((id) => !labels.has(id));
    if (missing.length === 0) return labels;
    await this.loadRegions(missing);
    const countries = new Intl.DisplayNames([language], { type: 'region' });
    for (const id of missing) {
      const region = this.known.get(id);
      if (!region) continue;
      const name = nameOf(region, language);
      labels.set(id, region.country === unnamed ? name : `${name}, ${countries.of(region.country)}`);
    }
    return labels;
  }

  private async loadRegions(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !this.known.has(id));
    if (unknown.length === 0) return;
    const { rows } = await sql<Region>`
      select id, country, area from search_region where id = any(${unknown}::integer[])
    `.execute(this.database);
    for (const region of rows) this.known.set(region.id, region);
  }
}

function nameOf({ country, area }: Region, language: string): string {
  const known = findArea(country, area);
  // For other areas only the folded name is known.
  return known ? nameOfArea(known, language) : area.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
}
