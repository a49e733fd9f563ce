import { type Kysely, sql } from 'kysely';
import { JOB_ORGANIZATION_NAME_FIELD, JOB_ORGANIZATION_FACET } from '#contract/search/job-search.js';
import type { Database } from '../../platform/database/schema.js';

/** Organizations that are named somewhere, by id or as a search has their name. */
export interface NamedOrganizations {
  ids: readonly number[];
  names: readonly string[];
}

/** What has become of some that were merged into others. */
export class MergedOrganizations {
  constructor(
    private readonly ids: ReadonlyMap<string, string>,
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  /** Whether one of these is gone. */
  concerns({ ids, names }: NamedOrganizations): boolean {
    return ids.some((id) => this.ids.has(String(id))) || names.some((name) => this.names.has(comparable(name)));
  }

  /** @param values of the facet @returns them with the organization that remains in the place of each that is gone, each once */
  remaining(values: readonly string[]): string[] {
    return [...new Set(values.map((value) => this.ids.get(value) ?? value))];
  }

  remainingName(name: string): string {
    return this.names.get(comparable(name)) ?? name;
  }

  /** @param query of the address of a search for jobs @returns the same text where nothing in it was merged */
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

  /** @param path of a search for jobs, with its query */
  inPath(path: string): string {
    const [, before = path, query] = /^([^?]*)\?(.*)$/s.exec(path) ?? [];
    return query === undefined ? path : `${before}?${this.inQuery(query)}`;
  }
}

function organizationsIn(parameters: URLSearchParams): { values: string[]; name: string | null } {
  const values = parameters.getAll(JOB_ORGANIZATION_FACET).flatMap((value) => value.split(','));
  return { values: values.map((value) => value.trim()), name: parameters.get(JOB_ORGANIZATION_NAME_FIELD) };
}

/** @returns those that the query of an address names */
export function namedInQuery(query: string): NamedOrganizations {
  const { values, name } = organizationsIn(new URLSearchParams(query));
  return { ids: idsOf(values), names: name === null ? [] : [name] };
}

/** @param values of the facet @returns those that are ids */
export function idsOf(values: readonly string[]): number[] {
  return values.filter((value) => /^\d{1,10}$/.test(value)).map(Number);
}

/**
 * A name that another organization of the site still has means that one.
 *
 * @param waits for merges that are under way, so that what is written afterwards in the transaction names nobody who is gone
 * @returns those of the named ones that were merged
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

/** As names are compared in searches. */
function comparable(name: string): string {
  return name.trim().toLowerCase();
}
