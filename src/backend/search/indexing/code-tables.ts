import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

// Advisory lock held until the end of a transaction that adds a code: two writers that add the same codes in different orders would
// otherwise deadlock. After the first days new codes are rare.
const ADDING_CODES = 4_217_010;

interface CodeTable {
  name: 'search_scope' | 'search_combo' | 'search_point' | 'search_region';
  columns: readonly { name: string; type: string }[];
}

export const SCOPES: CodeTable = {
  name: 'search_scope',
  columns: [
    { name: 'site', type: 'text' },
    { name: 'language', type: 'text' },
  ],
};
export const COMBOS: CodeTable = { name: 'search_combo', columns: [{ name: 'key', type: 'text' }] };
export const POINTS: CodeTable = {
  name: 'search_point',
  columns: [
    { name: 'lat', type: 'double precision' },
    { name: 'lon', type: 'double precision' },
  ],
};
export const REGIONS: CodeTable = {
  name: 'search_region',
  columns: [
    { name: 'country', type: 'text' },
    { name: 'area', type: 'text' },
  ],
};

export type CodeKey = readonly (string | number)[];

/** Looks up the codes of keys and adds missing ones. @returns a function that returns the code of a key; 0 for undefined */
export async function provideCodes(
  trx: Kysely<Database>,
  table: CodeTable,
  keys: Iterable<CodeKey | undefined>,
): Promise<(key: CodeKey | undefined) => number> {
  const wanted = new Map<string, CodeKey>();
  for (const key of keys) if (key) wanted.set(identityOf(key), key);
  const codes = await find(trx, table, [...wanted.values()]);
  const missing = [...wanted].filter(([identity]) => !codes.has(identity)).map(([, key]) => key);
  if (missing.length > 0) {
    await sql`select pg_advisory_xact_lock(${ADDING_CODES})`.execute(trx);
    const columns = sql.raw(table.columns.map(({ name }) => name).join());
    await sql`
      insert into ${sql.table(table.name)} (${columns}) select * from unnest(${arrays(table, missing)}) on conflict do nothing
    `.execute(trx);
    for (const [identity, id] of await find(trx, table, missing)) codes.set(identity, id);
  }
  return (key) => (key ? (codes.get(identityOf(key)) ?? 0) : 0);
}

async function find(trx: Kysely<Database>, table: CodeTable, keys: readonly CodeKey[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const names = table.columns.map(({ name }) => name);
  const { rows } = await sql<{ id: number; place: number }>`
    select t.id, u.place::integer from unnest(${arrays(table, keys)}) with ordinality as u(${sql.raw(names.join())}, place)
    join ${sql.table(table.name)} t on ${sql.raw(names.map((name) => `t.${name} = u.${name}`).join(' and '))}
  `.execute(trx);
  return new Map(rows.map(({ id, place }) => [identityOf(keys[place - 1]!), id]));
}

function arrays(table: CodeTable, keys: readonly CodeKey[]) {
  return sql.join(table.columns.map(({ type }, index) => sql`${keys.map((key) => key[index])}::${sql.raw(type)}[]`));
}

function identityOf(key: CodeKey): string {
  return key.join('\u0000');
}
