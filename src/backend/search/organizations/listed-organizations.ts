import { sql, type Kysely } from 'kysely';
import type { TextPart } from '#contract/generated/resolvers.js';
import { PackedCache, RowCache } from '../../platform/database/caches.js';
import type { AddressColumns, Database } from '../../platform/database/schema.js';
import { snippetOf } from '../documents/snippet.js';
import { baseLanguage } from '../analysis/fold.js';
import { plainText, withoutHeadings } from '../analysis/plain-text.js';

// Each organization takes about 600 bytes.
const MAX_BYTES = 4_000_000;

interface StoredTexts {
  id: number;
  language: string;
  name: string;
  mission: string | null;
  presentation: string | null;
}

/** An organization as shown in lists. */
export interface ListedOrganization extends AddressColumns, Omit<StoredTexts, 'presentation'> {
  industry_tid: number | null;
  featured: boolean;
  logo_file: string | null;
  logo_name: string | null;
  /** The beginning of its presentation. */
  opening: TextPart[];
}

/** The texts of an organization, in which words are highlighted. */
export interface OrganizationText {
  id: number;
  /** Base language (`en`). */
  language: string;
  name: string;
  text: string;
}

/** Loads and caches the organizations of lists. */
export class ListedOrganizations {
  private readonly rows: RowCache<ListedOrganization>;

  /** @param isCurrent whether `invalidate` is called when something changes; without it nothing is cached */
  constructor(
    private readonly database: Kysely<Database>,
    isCurrent: (() => boolean) | undefined,
  ) {
    this.rows = new RowCache({
      cache: new PackedCache<number, ListedOrganization>(MAX_BYTES),
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
