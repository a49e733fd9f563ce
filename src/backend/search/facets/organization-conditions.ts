import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { run } from '../../platform/database/statement.js';
import type { SearchCondition, SearchQuery } from '../port/search.port.js';

/** Ids of the organizations by name, for every name in a query's conditions. */
export type NamedOrganizations = ReadonlyMap<string, readonly number[]>;

export async function findOrganizations(database: Kysely<Database>, query: SearchQuery): Promise<NamedOrganizations> {
  const names = namesIn({ kind: 'and', parts: [query.where, ...query.selections.map(({ where }) => where)] });
  const organizations = new Map<string, number[]>();
  for (const name of names) organizations.set(name, await organizationsNamed(database, query.site, name));
  return organizations;
}

function namesIn(condition: SearchCondition): string[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.parts.flatMap(namesIn);
  return condition.kind === 'organization-name' ? [condition.name] : [];
}

/** Organization id in the index for jobs without a named employer. */
export const NOT_NAMED = 0;

/** Whether an organization meets a condition that concerns only organizations. @param id may be `NOT_NAMED` */
export function isOfOrganization(condition: SearchCondition, id: number, named: NamedOrganizations): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every((part) => isOfOrganization(part, id, named));
    case 'or':
      return condition.parts.some((part) => isOfOrganization(part, id, named));
    case 'facet':
      return (condition.value ?? NOT_NAMED) === id;
    case 'organization-name':
      return named.get(condition.name)?.includes(id) ?? false;
    case 'title':
      return false;
  }
}

/** Returns the ids of a site's organizations with a name, ignoring case. */
async function organizationsNamed(database: Kysely<Database>, site: string, name: string): Promise<number[]> {
  const rows = await run<{ id: number }>(
    database,
    "select id from organization where site = $1 and state = 'public' and lower(name) = lower($2)",
    [site, name.trim()],
  );
  return rows.map(({ id }) => id);
}
