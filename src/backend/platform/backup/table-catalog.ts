import type { ClientBase } from 'pg';

/** A table according to the catalog of the database. */
export interface Table {
  name: string;
  /** Writable columns in their order. */
  columns: Column[];
  /** Foreign keys in the order of their columns. */
  references: Reference[];
}

interface Column {
  name: string;
  type: string;
}

/** A foreign key. */
export interface Reference {
  constraint: string;
  columns: string[];
  table: string;
  keys: string[];
  /** Definition as PostgreSQL prints it. */
  definition: string;
}

/**
 * Tables that are never backed up, since every database has its own: the change log, the list of objects in object storage (their bytes are
 * in the backup), and places loaded from the program's own data.
 */
export const LEFT_OUT = new Set([
  'data_change',
  'data_change_floor',
  'file_placement',
  'meaning_lease',
  'migration',
  'place',
  'place_name',
  'reference_data',
  'stored_object',
]);

/** Transaction ids are meaningless in another database; such a column gets the id of the restoring transaction. */
const TRANSACTION_ID = 'xid8';

/** @returns the tables to back up, by name */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows: columns } = await client.query<{ table: string; name: string; type: string }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`);
  const { rows: references } = await client.query<Reference & { from: string }>(`
    select r.conrelid::regclass::text as from, r.conname as constraint, r.confrelid::regclass::text as table,
      pg_get_constraintdef(r.oid) as definition,
      array(select a.attname::text from unnest(r.conkey) with ordinality k (num, at)
        join pg_attribute a on a.attrelid = r.conrelid and a.attnum = k.num order by k.at) as columns,
      array(select a.attname::text from unnest(r.confkey) with ordinality k (num, at)
        join pg_attribute a on a.attrelid = r.confrelid and a.attnum = k.num order by k.at) as keys
    from pg_constraint r
    where r.contype = 'f' and r.connamespace = 'public'::regnamespace
    order by r.conrelid::regclass::text, r.conkey`);
  const tables = new Map<string, Table>();
  for (const { table, name, type } of columns) {
    if (LEFT_OUT.has(table)) continue;
    if (!tables.has(table)) tables.set(table, { name: table, columns: [], references: [] });
    if (type !== TRANSACTION_ID) tables.get(table)!.columns.push({ name, type });
  }
  for (const { from, ...reference } of references) tables.get(from)?.references.push(reference);
  return [...tables.values()];
}

/** A sequence and its current value. */
export interface SequenceState {
  name: string;
  value: string;
  isCalled: boolean;
}

/** @returns the sequences of the tables; when read after the snapshot was taken, they are never behind its rows */
export async function readSequences(client: ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `
    select s.relname as name from pg_class s
    left join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass
    left join pg_class t on t.oid = d.refobjid
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
      and coalesce(t.relname, '') <> all ($1) order by s.relname`,
    [[...LEFT_OUT]],
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${client.escapeIdentifier(name)}`,
    );
    states.push({ name, value: state[0]!.value, isCalled: state[0]!.is_called });
  }
  return states;
}
