import { type Kysely, sql } from 'kysely';
import { JOB_ORGANIZATION_NAME_FIELD, JOB_ORGANIZATION_FACET } from '#contract/search/job-search.js';
import type { Database } from '../../platform/database/schema.js';

/** References to organizations, by id, or by name as in a search. */
export interface NamedOrganizations {
  ids: readonly number[];
  names: readonly string[];
}

/** Replaces references to organizations that were merged into others. */
export class MergedOrganizations {
  constructor(
    private readonly ids: ReadonlyMap<string, string>,
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  /** Whether at least one of these was merged into another one. */
  concerns({ ids, names }: NamedOrganizations): boolean {
    return ids.some((id) => this.ids.has(String(id))) || names.some((name) => this.names.has(comparable(name)));
  }

  /** @param values of the facet @returns the values without duplicates, with merged organizations replaced */
  remaining(values: readonly string[]): string[] {
    return [...new Set(values.map((value) => this.ids.get(value) ?? value))];
  }

  remainingName(name: string): string {
    return this.names.get(comparable(name)) ?? name;
  }

  /** @param query of the address of a job search @returns the query with merged organizations replaced; unchanged if it names none */
  inQuery(query: string): string {
    const parameters = new URLSearchParams(query);
    if (!this.concerns(namedInQuery(query))) return query;
    const { values, name } = organizationsIn(parameters);
    const [first, ...others] = this.remaining(values);
    if (first !== undefined) parameters.set(JOB_ORGANIZATION_FACET, first);
    for (const other of others) parameters.append(JOB_ORGANIZATION_FACET, other);
    if (name !== null) parameters.set(JOB_ORGANIZATION_NAME_FIELD, this.remainingName(name));
    return parameters.toString();
  }

  /** @param path of a job search, with its query */
  inPath(path: string): string {
    const [, before = path, query] = /^([^?]*)\?(.*)$/s.exec(path) ?? [];
    return query === undefined ? path : `${before}?${this.inQuery(query)}`;
  }
}

function organizationsIn(parameters: URLSearchParams): { values: string[]; name: string | null } {
  const values = parameters.getAll(JOB_ORGANIZATION_FACET).flatMap((value) => value.split(','));
  return { values: values.map((value) => value.trim()), name: parameters.get(JOB_ORGANIZATION_NAME_FIELD) };
}

/** @returns the organizations that the query of an address names */
export function namedInQuery(query: string): NamedOrganizations {
  const { values, name } = organizationsIn(new URLSearchParams(query));
  return { ids: idsOf(values), names: name === null ? [] : [name] };
}

/** @param values of the facet @returns the values that are ids */
export function idsOf(values: readonly string[]): number[] {
  return values.filter((value) => /^\d{1,10}$/.test(value)).map(Number);
}

/**
 * Finds the named organizations that were merged into others. A name that another organization of the site still has refers to that one.
 *
 * @param waits whether to wait for merges in progress, so that what the transaction writes afterwards names no merged organization
 */
export async function findMerged(
  trx: Kysely<Database>,
  site: string,
  { ids, names, waits }: NamedOrganizations & { waits: boolean },
): Promise<MergedOrganizations> {
  if (ids.length === 0 && names.length === 0) return new MergedOrganizations(new Map(), new Map());
  const wanted = [...new Set(names.map(comparable))];
  const { rows } = await sql<{ id: number; name: string; merged_into: number | null; state: string }>`
    select id, lower(name) as name, merged_into, state from organization
    where site = ${site} and (id = any(${ids}::bigint[]) or lower(name) = any(${wanted}::text[]))
    order by id ${waits ? sql`for key share` : sql``}
  `.execute(trx);
  const gone = rows.flatMap((row) => (row.merged_into === null ? [] : { ...row, other: row.merged_into }));
  const others = await namesOf(
    trx,
    gone.map(({ other }) => other),
  );
  const hasOthers = (name: string): boolean => rows.some((row) => row.name === name && row.state === 'public');
  return new MergedOrganizations(
    new Map(gone.map(({ id, other }) => [String(id), String(other)])),
    new Map(
      gone.flatMap(({ name, other }) =>
        wanted.includes(name) && !hasOthers(name) && others.has(other) ? [[name, others.get(other)!]] : [],
      ),
    ),
  );
}

async function namesOf(trx: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom('organization').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Normalizes a name in the same way as searches do for comparison. */
function comparable(name: string): string {
  return name.trim().toLowerCase();
}
