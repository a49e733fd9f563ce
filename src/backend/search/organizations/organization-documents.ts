import { type Kysely, sql } from 'kysely';
import type { OrganizationDocument, SearchExplanation, TextPart } from '#contract/generated/resolvers.js';
import { organizationPath } from '#contract/pages/paths.js';
import type { Change } from '../../platform/change-feed/change.js';
import { addressOf } from '../../platform/database/address.js';
import { PackedCache, RowCache } from '../../platform/database/caches.js';
import { KEEP_PLAN } from '../../platform/database/pool.js';
import type { Database, AddressColumns } from '../../platform/database/schema.js';
import { logoImage } from '../../domain/organizations/organization.repository.js';
import { run } from '../../platform/database/statement.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { TALLY_ORGANIZATION, type Scopes } from '../codes/codes.js';
import { distanceFrom } from '../codes/points.js';
import { explainMatches, SnippetCache } from '../documents/highlight.js';
import type { IndexKind, SearchQuery } from '../port/search.port.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { snippetOf } from '../documents/snippet.js';
import { baseLanguage } from '../analysis/tokens.js';
import { plainText, withoutHeadings } from '../analysis/plain-text.js';

const SNIPPET_BYTES = 4_000_000;
const MAX_BYTES = 500_000;
// Each organization takes about 600 bytes.
const MAX_LISTED_BYTES = 4_000_000;

/** Loads the organizations of a page of results. */
export class OrganizationDocuments {
  private readonly listed: ListedOrganizations;
  private readonly openJobs: OpenJobCounts;
  private readonly snippets: SnippetCache;
  private readonly database: Kysely<Database>;
  private readonly terms: TermCatalog;
  private readonly analysis: Analysis;

  /** @param parts `isCurrent`: whether `invalidate` is called when something changes; without it nothing is cached */
  constructor(parts: {
    database: Kysely<Database>;
    terms: TermCatalog;
    analysis: Analysis;
    scopes: Scopes;
    isCurrent: (() => boolean) | undefined;
  }) {
    const { database, terms, analysis, scopes, isCurrent } = parts;
    this.database = database;
    this.terms = terms;
    this.analysis = analysis;
    this.listed = new ListedOrganizations(database, isCurrent);
    this.openJobs = new OpenJobCounts(database, scopes, isCurrent);
    this.snippets = new SnippetCache({ database, analysis, isCurrent, cacheBytes: SNIPPET_BYTES });
  }

  /** @returns organizations in the order of the ids; those that are not public are omitted */
  async load<Kind extends IndexKind>(
    ids: readonly string[],
    { site, keywords, area }: Pick<SearchQuery<Kind>, 'site' | 'keywords' | 'area'>,
    language: string,
  ): Promise<(OrganizationDocument & { __typename: 'OrganizationDocument' })[]> {
    if (ids.length === 0) return [];
    const numbers = ids.map(Number);
    const [rows, openJobs, snippets] = await Promise.all([
      this.listed.load(numbers),
      this.openJobs.load(site, numbers),
      keywords && this.snippets.get(ids, { keywords, site }, () => this.listed.texts(numbers)),
    ]);
    return rows.map((row) => {
      const address = addressOf(row);
      return {
        __typename: 'OrganizationDocument',
        id: String(row.id),
        name: row.name,
        url: { path: organizationPath(String(row.id), row.name) },
        language: row.language,
        logo: logoImage(row.name, row.logo_file, row.logo_name),
        mission: row.mission,
        snippet: snippets?.get(String(row.id)) ?? row.opening,
        industry: this.terms.term(row.industry_tid, language),
        address,
        openJobs: openJobs[numbers.indexOf(row.id)]!,
        featured: row.featured,
        distance: distanceFrom(area, address, 1),
      };
    });
  }

  /** @returns the fields in which the keywords matched, in the order of the ids */
  async explain<Kind extends IndexKind>(
    ids: readonly string[],
    query: Pick<SearchQuery<Kind>, 'site' | 'keywords'>,
  ): Promise<SearchExplanation[]> {
    const texts = await this.listed.texts(ids.map(Number));
    const explained = texts.map(({ id, language, name, text }) => ({
      id: String(id),
      language,
      parts: [
        { field: 'title' as const, text: name },
        { field: 'text' as const, text },
      ],
    }));
    return explainMatches(this.database, this.analysis, query, explained);
  }

  /** Discards cached data that the changes affect. */
  invalidate(changes: readonly Change[]): void {
    for (const { kind, ids } of changes) {
      if (kind === 'organization' || kind === 'all') this.snippets.invalidate();
      if (kind === 'organization') this.listed.invalidate(ids);
      else if (kind === 'file' || kind === 'all') this.listed.invalidate();
      if (kind === 'job' || kind === 'index' || kind === 'scopes' || kind === 'all') this.openJobs.invalidate();
    }
  }
}

/** Numbers of published jobs by organization, read from the stored counts of the search, so that thousands of jobs need not be counted. */
class OpenJobCounts {
  private readonly bySite = new Map<string, RowCache<{ n: number }>>();

  /** @param isCurrent whether `invalidate` is called when something changes; without it nothing is cached */
  constructor(
    private readonly database: Kysely<Database>,
    private readonly scopes: Scopes,
    private readonly isCurrent: (() => boolean) | undefined,
  ) {}

  /** @returns numbers in the order of the ids */
  async load(site: string, ids: readonly number[]): Promise<number[]> {
    let cached = this.bySite.get(site);
    if (!cached) {
      cached = new RowCache({
        cache: new PackedCache<number, { n: number }>(MAX_BYTES),
        isCurrent: this.isCurrent,
        read: (missing) => this.read(site, missing),
      });
      this.bySite.set(site, cached);
    }
    return (await cached.load(ids)).map(({ n }) => n);
  }

  /** Must be called when jobs are added or removed. */
  invalidate(): void {
    for (const cached of this.bySite.values()) cached.invalidate();
  }

  private async read(site: string, ids: readonly number[]): Promise<Map<number, { n: number }>> {
    const { counted } = await this.scopes.choose(site, []);
    const own = `scope = any($1::smallint[]) and kind = ${TALLY_ORGANIZATION} and value = any($2::integer[])`;
    const rows = await run<{ value: number; n: number }>(
      this.database,
      `${KEEP_PLAN} select value, sum(n)::integer as n from (
        select value, n from search_tally where ${own} union all select value, n from search_tally_delta where ${own}
      ) as counts group by value`,
      [counted, ids],
    );
    const counts = new Map(rows.map(({ value, n }) => [value, n]));
    return new Map(ids.map((id) => [id, { n: counts.get(id) ?? 0 }]));
  }
}

interface StoredTexts {
  id: number;
  language: string;
  name: string;
  mission: string | null;
  presentation: string | null;
}

/** An organization as shown in lists. */
interface ListedOrganization extends AddressColumns, Omit<StoredTexts, 'presentation'> {
  industry_tid: number | null;
  featured: boolean;
  logo_file: string | null;
  logo_name: string | null;
  /** The beginning of its presentation. */
  opening: TextPart[];
}

/** The texts of an organization, in which words are highlighted. */
interface OrganizationText {
  id: number;
  /** Base language (`en`). */
  language: string;
  name: string;
  text: string;
}

/** Loads and caches the organizations of lists. */
class ListedOrganizations {
  private readonly rows: RowCache<ListedOrganization>;

  /** @param isCurrent whether `invalidate` is called when something changes; without it nothing is cached */
  constructor(
    private readonly database: Kysely<Database>,
    isCurrent: (() => boolean) | undefined,
  ) {
    this.rows = new RowCache({
      cache: new PackedCache<number, ListedOrganization>(MAX_LISTED_BYTES),
      isCurrent,
      read: (ids) => loadListed(database, ids),
    });
  }

  /** @returns organizations in the order of the ids; those that are not public are omitted */
  load(ids: readonly number[]): Promise<ListedOrganization[]> {
    return this.rows.load(ids);
  }

  /** @returns texts in the order of the ids; they are not cached */
  async texts(ids: readonly number[]): Promise<OrganizationText[]> {
    const { rows } = await sql<StoredTexts>`
      select o.id, o.language, o.name, o.mission, o.presentation from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
      join organization o on o.id = wanted.id and o.state = 'public' order by wanted.place
    `.execute(this.database);
    return rows.map((row) => ({ ...row, language: baseLanguage(row.language), text: textOf(row) }));
  }

  /** @param ids omit for all organizations */
  invalidate(ids?: readonly number[]): void {
    this.rows.invalidate(ids);
  }
}

async function loadListed(
  database: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, ListedOrganization>> {
  const { rows } = await sql<Omit<ListedOrganization, 'opening'> & StoredTexts>`
    select o.id, o.language, o.name, o.mission, o.presentation, o.industry_tid, o.featured, o.logo_file, file.name as logo_name,
      o.country_code, o.administrative_area, o.locality, o.zip, o.address_line1, o.address_line2, o.lat, o.lon
    from organization o left join file on file.id = o.logo_file
    where o.id = any(${ids}::bigint[]) and o.state = 'public'
  `.execute(database);
  return new Map(
    rows.map(({ presentation, ...listed }) => [
      listed.id,
      { ...listed, opening: snippetOf(textOf({ mission: listed.mission, presentation }), []) },
    ]),
  );
}

function textOf({ mission, presentation }: Pick<StoredTexts, 'mission' | 'presentation'>): string {
  return [mission ?? '', plainText(withoutHeadings(presentation ?? ''))].filter((part) => part !== '').join(' ');
}
