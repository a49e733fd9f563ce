import { sql, type Kysely } from 'kysely';
import type { OrganizationDocument, SearchExplanation, TextPart } from '../../../contract/generated/resolvers.js';
import { organizationPath } from '../../../contract/paths.js';
import { addressOf } from '../../database/address.js';
import type { AddressColumns, Database } from '../../database/schema.js';
import { logoImage } from '../../organizations/logo.js';
import { countOpenJobs } from '../../organizations/organization.repository.js';
import type { TermCatalog } from '../../taxonomy/term-catalog.js';
import { kilometresBetween } from '../codes/circle.js';
import { highlight } from '../documents/highlight.js';
import { snippetOf } from '../documents/snippet.js';
import { explainMatches } from '../explain/explain-matches.js';
import type { IndexKind, Keywords, SearchQuery } from '../search.port.js';
import { baseLanguage } from '../text/fold.js';
import { plainText, withoutHeadings } from '../text/plain-text.js';
import type { Stemmer } from '../text/stemmer.js';

interface ListedOrganization extends AddressColumns {
  id: number;
  language: string;
  name: string;
  mission: string | null;
  presentation: string | null;
  industry_tid: number | null;
  featured: boolean;
  logo_file: string | null;
  logo_name: string | null;
}

/** The organizations of a page of results. */
export class OrganizationDocuments {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly terms: TermCatalog,
    private readonly stemmer: Stemmer,
  ) {}

  /** @returns in the order of the ids; those that are not public (any more) are left out. */
  async load<Kind extends IndexKind>(
    ids: readonly string[],
    { keywords, area }: Pick<SearchQuery<Kind>, 'keywords' | 'area'>,
    language: string,
  ): Promise<(OrganizationDocument & { __typename: 'OrganizationDocument' })[]> {
    if (ids.length === 0) return [];
    const numbers = ids.map(Number);
    const [rows, openJobs] = await Promise.all([
      loadListed(this.database, numbers),
      countOpenJobs(this.database, numbers),
    ]);
    const snippets = await this.snippets(rows, keywords);
    return rows.map((row, index) => {
      const address = addressOf(row);
      return {
        __typename: 'OrganizationDocument',
        id: String(row.id),
        name: row.name,
        url: { path: organizationPath(String(row.id), row.name) },
        language: row.language,
        logo: logoImage(row.name, row.logo_file, row.logo_name),
        mission: row.mission,
        snippet: snippets[index]!,
        industry: this.terms.term(row.industry_tid, language),
        address,
        openJobs: openJobs.get(row.id) ?? 0,
        featured: row.featured,
        distance: area?.kind === 'radius' ? distanceBetween(address, area) : null,
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
      id: String(row.id),
      language: baseLanguage(row.language),
      parts: [
        { field: 'title' as const, text: row.name },
        { field: 'text' as const, text: textOf(row) },
      ],
    }));
    return explainMatches(this.database, this.stemmer, keywords, explained);
  }

  private async snippets(rows: readonly ListedOrganization[], keywords: Keywords | undefined): Promise<TextPart[][]> {
    const texts = rows.map((row) => ({ language: baseLanguage(row.language), text: textOf(row) }));
    if (!keywords) return texts.map(({ text }) => snippetOf(text, []));
    const marks = await highlight(this.database, this.stemmer, keywords, texts);
    return texts.map(({ text }, index) => snippetOf(text, marks[index] ?? []));
  }
}

async function loadListed(database: Kysely<Database>, ids: readonly number[]): Promise<ListedOrganization[]> {
  const { rows } = await sql<ListedOrganization>`
    select o.id, o.language, o.name, o.mission, o.presentation, o.industry_tid, o.featured, o.logo_file, file.name as logo_name,
      o.country_code, o.administrative_area, o.locality, o.zip, o.address_line1, o.address_line2, o.lat, o.lon
    from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
    join organization o on o.id = wanted.id and o.state = 'public' left join file on file.id = o.logo_file
    order by wanted.place
  `.execute(database);
  return rows;
}

/** What it says of itself. */
function textOf({ mission, presentation }: Pick<ListedOrganization, 'mission' | 'presentation'>): string {
  return [mission ?? '', plainText(withoutHeadings(presentation ?? ''))].filter((part) => part !== '').join(' ');
}

/** In kilometres, to a tenth. */
function distanceBetween(
  address: { lat?: number | null; lon?: number | null } | null,
  from: { lat: number; lon: number },
): number | null {
  if (address?.lat == null || address.lon == null) return null;
  return Math.round(kilometresBetween({ lat: address.lat, lon: address.lon }, from) * 10) / 10;
}
