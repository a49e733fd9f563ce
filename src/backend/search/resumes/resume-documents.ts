import { sql, type Kysely } from 'kysely';
import type { ResumeDocument, SearchExplanation, TextPart } from '../../../contract/generated/resolvers.js';
import { resumePath } from '../../../contract/paths.js';
import type { StoredEducation, StoredLanguage, StoredWork } from '../../database/resume-tables.js';
import type { AddressColumns, Database } from '../../database/schema.js';
import { areaOf, languagesOf } from '../../resumes/contract-resume.js';
import { yearsOfWork } from '../../resumes/years-of-work.js';
import type { TermCatalog } from '../../taxonomy/term-catalog.js';
import { kilometresBetween } from '../codes/circle.js';
import { highlight } from '../documents/highlight.js';
import { snippetOf } from '../documents/snippet.js';
import { explainMatches } from '../explain/explain-matches.js';
import type { IndexKind, Keywords, SearchQuery } from '../search.port.js';
import { baseLanguage } from '../text/fold.js';
import type { Stemmer } from '../text/stemmer.js';
import { namesOf, proseOf, type ResumeTexts } from './resume-texts.js';

interface ListedResume extends AddressColumns, ResumeTexts {
  id: number;
  key: string;
  language: string;
  title: string;
  desired_occupation_tids: number[];
  employment_type_tids: number[];
  career_status_tid: number | null;
  available_start: string | null;
  skill_tids: number[];
  education: StoredEducation[];
  work_experience: StoredWork[];
  languages: StoredLanguage[];
  updated_at: Date;
  /** Where the directory has it. */
  at_lat: number | null;
  at_lon: number | null;
}

/** The resumes of a page of results. */
export class ResumeDocuments {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly terms: TermCatalog,
    private readonly stemmer: Stemmer,
  ) {}

  /** @returns in the order of the ids; those that are not in the directory (any more) are left out. */
  async load<Kind extends IndexKind>(
    ids: readonly string[],
    { keywords, area }: Pick<SearchQuery<Kind>, 'keywords' | 'area'>,
    { language, now }: { language: string; now: Date },
  ): Promise<(ResumeDocument & { __typename: 'ResumeDocument' })[]> {
    if (ids.length === 0) return [];
    const rows = await loadListed(this.database, ids.map(Number));
    const snippets = await this.snippets(rows, keywords);
    return rows.map((row, index) => {
      const [latest] = row.work_experience;
      return {
        __typename: 'ResumeDocument',
        id: row.key,
        title: row.title,
        url: { path: resumePath(row.key) },
        language: row.language,
        snippet: snippets[index]!,
        careerStatus: this.terms.term(row.career_status_tid, language),
        desiredOccupation: this.terms.termsOf(row.desired_occupation_tids, language),
        employmentType: this.terms.termsOf(row.employment_type_tids, language),
        desiredLocation: areaOf(row),
        distance: area?.kind === 'radius' ? distanceOf(row, area) : null,
        availableStart: row.available_start,
        latestWork: latest
          ? { jobTitle: latest.jobTitle, companyName: latest.company ?? null, isCurrent: isCurrent(latest) }
          : null,
        yearsOfExperience: yearsOfWork(row.work_experience, now),
        languages: languagesOf(row.languages, this.terms, language),
        skills: this.terms.termsOf(row.skill_tids, language),
        changed: row.updated_at.toISOString(),
      };
    });
  }

  /** @returns where the keywords matched, in the order of the ids */
  async explain<Kind extends IndexKind>(
    ids: readonly string[],
    { keywords }: Pick<SearchQuery<Kind>, 'keywords'>,
  ): Promise<SearchExplanation[]> {
    const rows = await loadListed(this.database, ids.map(Number));
    const explained = rows.map((row) => ({
      id: row.key,
      language: baseLanguage(row.language),
      parts: [
        { field: 'title' as const, text: row.title },
        { field: 'text' as const, text: [proseOf(row), ...namesOf(row), ...this.labelsOf(row)].join(' · ') },
      ],
    }));
    return explainMatches(this.database, this.stemmer, keywords, explained);
  }

  /** Of its terms, as the search reads them: in the language of the resume. */
  private labelsOf({
    language,
    desired_occupation_tids: wishes,
    skill_tids: skills,
    languages,
    education,
  }: ListedResume) {
    const tids = [
      ...wishes,
      ...skills,
      ...languages.map(({ tid }) => tid),
      ...education.flatMap((each) => each.fieldTid ?? []),
    ];
    return this.terms.termsOf(tids, baseLanguage(language)).map(({ label }) => label);
  }

  private async snippets(rows: readonly ListedResume[], keywords: Keywords | undefined): Promise<TextPart[][]> {
    const texts = rows.map((row) => ({ language: baseLanguage(row.language), text: proseOf(row) }));
    if (!keywords) return texts.map(({ text }) => snippetOf(text, []));
    const marks = await highlight(this.database, this.stemmer, keywords, texts);
    return texts.map(({ text }, index) => snippetOf(text, marks[index] ?? []));
  }
}

async function loadListed(database: Kysely<Database>, ids: readonly number[]): Promise<ListedResume[]> {
  const { rows } = await sql<ListedResume>`
    select r.id, r.key, r.language, r.title, r.about, r.desired_occupation_tids, r.employment_type_tids, r.career_status_tid,
      r.available_start::text, r.skill_tids, r.skills_free, r.skills_notes, r.education, r.work_experience, r.languages,
      r.languages_free, r.languages_notes, r.country_code, r.administrative_area, r.locality, r.zip, r.address_line1,
      r.address_line2, r.lat, r.lon, r.updated_at, d.lat as at_lat, d.lon as at_lon
    from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
    join resume r on r.id = wanted.id join directory_resume d on d.id = r.id
    order by wanted.place
  `.execute(database);
  return rows;
}

function isCurrent({ period }: StoredWork): boolean {
  return period !== undefined && period.until === undefined;
}

/** In whole kilometres. */
function distanceOf({ at_lat: lat, at_lon: lon }: ListedResume, from: { lat: number; lon: number }): number | null {
  return lat === null || lon === null ? null : Math.round(kilometresBetween({ lat, lon }, from));
}
