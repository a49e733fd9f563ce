import type { Kysely } from 'kysely';
import type { ResumeDocument, SearchExplanation } from '#contract/generated/resolvers.js';
import { resumePath } from '#contract/pages/paths.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { Database } from '../../platform/database/schema.js';
import { languagesOf } from '../../domain/resumes/contract-resume.js';
import { yearsOfWork } from '../../domain/resumes/years-of-work.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { distanceFrom, explainMatches } from '../documents/explain-matches.js';
import { SnippetCache } from '../documents/snippet-cache.js';
import type { IndexKind, SearchQuery } from '../port/search.port.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { ListedResumes } from './listed-resumes.js';

const SNIPPET_BYTES = 4_000_000;

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
