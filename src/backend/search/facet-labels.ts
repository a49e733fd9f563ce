import type { Kysely } from 'kysely';
import type { SearchApiFacet } from '../../contract/generated/resolvers.js';
import { JOB_FACETS } from '../../contract/job-search.js';
import type { Database } from '../database/schema.js';
import { KEEP_PLAN } from '../database/prepared-statements.js';
import type { TermCatalog } from '../taxonomy/term-catalog.js';
import { run } from './postgres/statement.js';
import { MISSING } from './request/condition-groups.js';
import type { FacetCounts } from './search.port.js';

/** Facet counts as the contract has them. What has no name any more is left out. */
export async function labelFacets(
  database: Kysely<Database>,
  terms: TermCatalog,
  language: string,
  facets: readonly FacetCounts[],
): Promise<SearchApiFacet[]> {
  const ids = facets.flatMap(({ facet, values }) => (facet === 'company' ? values.map(({ value }) => value ?? 0) : []));
  const names = await organizationNames(database, ids);
  return facets.map(({ facet, values }) => ({
    name: JOB_FACETS.find(({ name }) => name === facet)!.field,
    values: values.flatMap(({ value, count }) => {
      if (value === null) return { filter: MISSING, count, label: '', slug: null };
      const term = facet === 'company' ? undefined : terms.term(value, language);
      const label = facet === 'company' ? names.get(value) : term?.label;
      return label === undefined ? [] : { filter: String(value), count, label, slug: term?.slug ?? null };
    }),
  }));
}

async function organizationNames(database: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await run<{ id: number; name: string }>(
    database,
    `${KEEP_PLAN} select id, name from organization where id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
