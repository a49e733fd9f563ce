import { type Kysely, sql } from 'kysely';
import type {
  ResumeDocument,
  SearchExplanation,
  Address,
  ResumeLatestWork,
  TextPart,
} from '#contract/generated/resolvers.js';
import { resumePath } from '#contract/pages/paths.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { Database, AddressColumns } from '../../platform/database/schema.js';
import { languagesOf, yearsOfWork, areaOf } from '../../domain/resumes/contract-resume.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { distanceFrom } from '../codes/points.js';
import { explainMatches, SnippetCache } from '../documents/highlight.js';
import type { IndexKind, SearchQuery } from '../port/search.port.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { PackedCache, RowCache, rowPacker, type PackedRow } from '../../platform/database/caches.js';
import type { StoredLanguage, StoredWork } from '../../platform/database/tables/resume-tables.js';
import { snippetOf } from '../documents/snippet.js';
import { baseLanguage } from '../analysis/tokens.js';
import { namesOf, proseOf, type ResumeTexts } from './resume-indexer.js';

const SNIPPET_BYTES = 4_000_000;
// Each resume takes about 500 bytes.
const MAX_BYTES = 24_000_000;
/** Represents the end of ongoing work; sorts after every month. */
const NOT_OVER = '~';

/** Loads the resumes of a page of results. */
export class ResumeDocuments {
  private readonly listed: ListedResumes;
  private readonly snippets: SnippetCache;

  /** @param isCurrent whether `invalidate` is called when something changes; without it nothing is cached */
  constructor(
    private readonly database: Kysely<Database>,
    private readonly terms: TermCatalog,
    private readonly analysis: Analysis,
    isCurrent: (() => boolean) | undefined,
  ) {
    this.listed = new ListedResumes(database, isCurrent);
    this.snippets = new SnippetCache({ database, analysis, isCurrent, cacheBytes: SNIPPET_BYTES });
  }

  /** @returns resumes in the order of the ids; those that are not in the directory are omitted */
  async load<Kind extends IndexKind>(
    ids: readonly string[],
    { site, keywords, area }: Pick<SearchQuery<Kind>, 'site' | 'keywords' | 'area'>,
    { language, now }: { language: string; now: Date },
  ): Promise<(ResumeDocument & { __typename: 'ResumeDocument' })[]> {
    if (ids.length === 0) return [];
    const numbers = ids.map(Number);
    const [rows, snippets] = await Promise.all([
      this.listed.load(numbers),
      keywords && this.snippets.get(ids, { keywords, site }, () => this.listed.texts(numbers)),
    ]);
    return rows.map((row) => ({
      __typename: 'ResumeDocument',
      id: row.key,
      title: row.title,
      url: { path: resumePath(row.key) },
      language: row.language,
      snippet: snippets?.get(String(row.id)) ?? row.opening,
      careerStatus: this.terms.term(row.career_status_tid, language),
      desiredOccupation: this.terms.termsOf(row.desired_occupation_tids, language),
      employmentType: this.terms.termsOf(row.employment_type_tids, language),
      desiredLocation: row.area,
      distance: distanceFrom(area, { lat: row.at_lat, lon: row.at_lon }, 0),
      availableStart: row.available_start,
      latestWork: row.latestWork,
      yearsOfExperience: yearsOfWork(row.work, now),
      languages: languagesOf(row.languages, this.terms, language),
      skills: this.terms.termsOf(row.skill_tids, language),
      isTop: row.top,
      changed: new Date(row.changed).toISOString(),
    }));
  }

  /** @returns the fields in which the keywords matched, in the order of the ids */
  async explain<Kind extends IndexKind>(
    ids: readonly string[],
    query: Pick<SearchQuery<Kind>, 'site' | 'keywords'>,
  ): Promise<SearchExplanation[]> {
    const texts = await this.listed.texts(ids.map(Number));
    const explained = texts.map(({ key, language, title, text, names, tids }) => {
      // In the language of the resume, as they are indexed.
      const labels = this.terms.termsOf(tids, language).map(({ label }) => label);
      return {
        id: key,
        language,
        parts: [
          { field: 'title' as const, text: title },
          { field: 'text' as const, text: [text, ...names, ...labels].join(' · ') },
        ],
      };
    });
    return explainMatches(this.database, this.analysis, query, explained);
  }

  /** Discards cached data that the changes affect. */
  invalidate(changes: readonly Change[]): void {
    for (const { kind, ids } of changes) {
      if (kind !== 'resume' && kind !== 'all') continue;
      this.listed.invalidate(kind === 'resume' ? ids : undefined);
      this.snippets.invalidate();
    }
  }
}

interface Facts {
  id: number;
  key: string;
  language: string;
  title: string;
  desired_occupation_tids: number[];
  employment_type_tids: number[];
  career_status_tid: number | null;
  available_start: string | null;
  skill_tids: number[];
  languages: StoredLanguage[];
  /** Milliseconds since 1970. */
  changed: number;
  /** Coordinates in the directory. */
  at_lat: number | null;
  at_lon: number | null;
  /** Whether it is a TopCV; see `isTopResume`. */
  top: boolean;
}

/** A resume as shown in lists, without data from resume_private. It can be serialized as JSON. */
interface ListedResume extends Facts {
  /** The desired work location. */
  area: Address | null;
  latestWork: ResumeLatestWork | null;
  /** Only the periods of work. */
  work: Pick<StoredWork, 'period'>[];
  /** The beginning of its text. */
  opening: TextPart[];
}

const PACKER = rowPacker<ListedResume>({
  id: true,
  key: true,
  language: true,
  title: true,
  desired_occupation_tids: true,
  employment_type_tids: true,
  career_status_tid: true,
  available_start: true,
  skill_tids: true,
  languages: true,
  changed: true,
  at_lat: true,
  at_lon: true,
  top: true,
  area: true,
  latestWork: true,
  work: true,
  opening: true,
});

/** The texts of a resume, in which words are highlighted. */
interface ResumeText {
  id: number;
  key: string;
  /** Base language (`en`). */
  language: string;
  title: string;
  /** Its continuous text. */
  text: string;
  /** Other searched texts: names and, in `tids`, vocabulary terms. */
  names: string[];
  tids: number[];
}

/** Loads and caches the resumes of lists. Callers must have checked access. */
class ListedResumes {
  private readonly rows: RowCache<PackedRow>;

  /** @param isCurrent whether `invalidate` is called when something changes; without it nothing is cached */
  constructor(
    private readonly database: Kysely<Database>,
    isCurrent: (() => boolean) | undefined,
  ) {
    this.rows = new RowCache({
      cache: new PackedCache<number, PackedRow>(MAX_BYTES),
      isCurrent,
      read: (ids) => loadListed(database, ids),
    });
  }

  /** @returns resumes in the order of the ids; those that are not in the directory are omitted */
  async load(ids: readonly number[]): Promise<ListedResume[]> {
    return (await this.rows.load(ids)).map(PACKER.unpack);
  }

  /** @returns texts in the order of the ids; they are not cached */
  texts(ids: readonly number[]): Promise<ResumeText[]> {
    return loadTexts(this.database, ids);
  }

  /** @param ids omit for all resumes */
  invalidate(ids?: readonly number[]): void {
    this.rows.invalidate(ids);
  }
}

type Prose = Pick<ResumeTexts, 'about' | 'work_experience' | 'skills_notes'>;

async function loadListed(database: Kysely<Database>, ids: readonly number[]): Promise<Map<number, PackedRow>> {
  const { rows } = await sql<Facts & AddressColumns & Prose>`
    select r.id, r.key, r.language, r.title, r.about, r.desired_occupation_tids, r.employment_type_tids, r.career_status_tid,
      r.available_start::text, r.skill_tids, r.skills_notes, r.work_experience, r.languages,
      r.country_code, r.administrative_area, r.locality, r.zip, r.address_line1, r.address_line2, r.lat, r.lon,
      floor(extract(epoch from r.updated_at) * 1000)::float8 as changed, d.lat as at_lat, d.lon as at_lon, d.featured as top
    from resume r join directory_resume d on d.id = r.id where r.id = any(${ids}::bigint[])
  `.execute(database);
  return new Map(rows.map((row) => [row.id, PACKER.pack(toListed(row))]));
}

function toListed(row: Facts & AddressColumns & Prose): ListedResume {
  const { id, key, language, title, skill_tids, languages, changed, at_lat, at_lon, top } = row;
  const { desired_occupation_tids, employment_type_tids, career_status_tid, available_start } = row;
  const latest = latestOf(row.work_experience);
  return {
    id,
    key,
    language,
    title,
    skill_tids,
    languages,
    changed,
    at_lat,
    at_lon,
    top,
    desired_occupation_tids,
    employment_type_tids,
    career_status_tid,
    available_start,
    area: areaOf(row),
    latestWork: latest
      ? { jobTitle: latest.jobTitle, companyName: latest.company ?? null, isCurrent: isCurrent(latest) }
      : null,
    work: row.work_experience.map(({ period }) => ({ period })),
    opening: snippetOf(proseOf(row), []),
  };
}

/** Returns the latest work; of several with the same end, the one listed first. */
function latestOf(work: readonly StoredWork[]): StoredWork | undefined {
  const end = ({ period }: StoredWork): string => (period ? (period.until ?? NOT_OVER) : '');
  return work.reduce<StoredWork | undefined>(
    (latest, each) => (!latest || end(each) > end(latest) ? each : latest),
    undefined,
  );
}

async function loadTexts(database: Kysely<Database>, ids: readonly number[]): Promise<ResumeText[]> {
  const { rows } = await sql<ResumeTexts & Pick<Facts, 'id' | 'key' | 'language' | 'title'> & Terms>`
    select r.id, r.key, r.language, r.title, r.about, r.education, r.work_experience, r.desired_occupation_tids, r.languages,
      r.languages_free, r.languages_notes, r.skill_tids, r.skills_free, r.skills_notes
    from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
    join resume r on r.id = wanted.id join directory_resume d on d.id = r.id order by wanted.place
  `.execute(database);
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    language: baseLanguage(row.language),
    title: row.title,
    text: proseOf(row),
    names: namesOf(row),
    tids: termsOf(row),
  }));
}

interface Terms extends Pick<Facts, 'desired_occupation_tids' | 'languages' | 'skill_tids'> {
  education: ResumeTexts['education'];
}

function termsOf({ desired_occupation_tids: wishes, skill_tids: skills, languages, education }: Terms): number[] {
  const fields = education.flatMap(({ fieldTid }) => fieldTid ?? []);
  return [...wishes, ...skills, ...languages.map(({ tid }) => tid), ...fields];
}

function isCurrent({ period }: StoredWork): boolean {
  return period !== undefined && period.until === undefined;
}
