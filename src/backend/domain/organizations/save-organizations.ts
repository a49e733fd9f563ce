import { sql, type Kysely } from 'kysely';
import { slugify } from '#contract/pages/paths.js';
import { addressRow, type SavedAddress } from '../../platform/database/address.js';
import { jsonRows } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';

/** An organization as a source provides it. */
export interface OrganizationToSave {
  source: string;
  /** Unique within the source: equal keys identify the same organization. */
  sourceKey: string;
  name: string;
  alternativeName?: string;
  language: string;
  mission?: string;
  /** Sanitised HTML. */
  presentation?: string;
  industryTid?: number;
  sizeTid?: number;
  benefitTids: number[];
  occupationTids?: number[];
  fieldOfStudyTids?: number[];
  website?: string;
  foundedYear?: number;
  address?: SavedAddress;
  logoFile?: string;
  featured: boolean;
  /** Whether it is listed as a training provider. */
  training?: boolean;
  /** Whether it is the placeholder for employers that a source does not name, which has no page. */
  isUnnamed?: boolean;
}

/**
 * Creates or updates organizations of a site by source and key.
 *
 * @param organizations must not contain a key twice
 * @returns the id of each, by its source key
 */
export async function saveOrganizations(
  trx: Kysely<Database>,
  site: string,
  organizations: readonly OrganizationToSave[],
  indexer: Pick<SearchIndexer, 'indexOrganizations'>,
): Promise<Map<string, string>> {
  const rows = organizations.map(toRow);
  const first = rows[0];
  if (!first) return new Map();
  const columns = Object.keys(first);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  // The state of an existing organization is not changed by its source.
  const changing = columns.filter((name) => name !== 'state');
  const updates = sql.join(changing.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
  const { rows: written } = await sql<{ id: number; source_key: string }>`
    insert into organization (site, ${names})
    select ${site}, ${names} from jsonb_populate_recordset(null::organization, ${jsonRows(rows)}::jsonb)
    on conflict (site, source, source_key) do update set ${updates}, updated_at = now()
    returning id, source_key
  `.execute(trx);
  const ids = written.map(({ id }) => String(id));
  await indexer.indexOrganizations(trx, ids);
  return new Map(written.map((row) => [row.source_key, String(row.id)]));
}

function toRow(organization: OrganizationToSave) {
  return {
    source: organization.source,
    source_key: organization.sourceKey,
    slug: slugify(organization.name),
    name: organization.name,
    alternative_name: organization.alternativeName ?? null,
    language: organization.language,
    mission: organization.mission ?? null,
    presentation: organization.presentation ?? null,
    industry_tid: organization.industryTid ?? null,
    size_tid: organization.sizeTid ?? null,
    benefit_tids: organization.benefitTids,
    occupation_tids: organization.occupationTids ?? [],
    field_of_study_tids: organization.fieldOfStudyTids ?? [],
    website: organization.website ?? null,
    founded_year: organization.foundedYear ?? null,
    logo_file: organization.logoFile ?? null,
    featured: organization.featured,
    training: organization.training ?? false,
    state: organization.isUnnamed ? ('unnamed' as const) : ('public' as const),
    ...addressRow(organization.address),
  };
}
