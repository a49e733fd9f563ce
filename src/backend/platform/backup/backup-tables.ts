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
/**
 * SQL conditions that select the rows of a site (`$1`) from a table, which is referred to by its own name. Most tables have the site as a
 * column or are related to it through foreign keys; the others are listed here, and a test ensures that none is missing.
 */
const SITE = 'site = $1';
const NONE = 'false';
const ALL = 'true';
/** Tables whose rows are shared by all sites; a site gets the rows that its own rows reference. */
const SHARED = ['account', 'file'];
/** Tables whose JSON documents also contain file ids, which `file_ids` extracts. */
const WITH_FILES_INSIDE = ['job', 'job_draft', 'organization_details', 'organization_draft', 'organization_review'];

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

/** @returns the names of the sites that have rows: every site that was ever served has at least its pages */
export async function readSites(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ site: string }>(`
    select site from job union select site from organization union select site from landing_page order by site`);
  return rows.map(({ site }) => site);
}

/** Tables with special rules. Search indexes and counts are rebuilt from the rows; pending confirmations and logins are not kept. */
const RULES: Readonly<Record<string, string>> = {
  alert_arrival: NONE,
  captcha_solution: NONE,
  directory_organization: NONE,
  directory_resume: NONE,
  identity_assertion: NONE,
  job_vector: NONE,
  meaning_model: NONE,
  registration_attempt: NONE,
  retention_run: NONE,
  search_combo: NONE,
  search_index_format: NONE,
  search_job: NONE,
  search_point: NONE,
  search_region: NONE,
  search_scope: NONE,
  search_tally: NONE,
  search_tally_delta: NONE,
  search_word: NONE,
  search_word_delta: NONE,
  schedule_clock: ALL,
  term: ALL,
  payment_event: `exists (select from customer_order where customer_order.id = payment_event.order_id and customer_order.${SITE})`,
  retention_notice: `exists (select from application where application.id = retention_notice.subject_id and application.${SITE})`,
  released_file: `exists (select from organization where organization.id = released_file.organization_id and organization.${SITE})`,
};

/**
 * @param tables all tables of a backup
 * @returns the condition for each table
 * @throws Error if the site of a table's rows cannot be determined
 */
export function siteConditions(tables: readonly Table[]): Map<string, string> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const owned = new Map<string, string>();
  for (const table of tables) {
    const condition = SHARED.includes(table.name) ? undefined : ownCondition(table, byName);
    if (condition !== undefined) owned.set(table.name, condition);
  }
  const conditions = new Map(owned);
  conditions.set('account', referredTo('account', tables, owned));
  conditions.set('file', [referredTo('file', tables, owned), ...filesInside(owned)].join(' or '));
  for (const { name, references } of tables) {
    if (conditions.has(name)) continue;
    const ofAccount = references.find(({ table }) => conditions.has(table) && table !== name);
    if (!ofAccount) throw new Error(`It is not defined to which site the rows of ${name} belong; see site-rows.ts.`);
    conditions.set(name, throughParent(name, ofAccount, conditions.get(ofAccount.table)!));
  }
  return conditions;
}

function ownCondition(
  { name, columns, references }: Table,
  byName: ReadonlyMap<string, Table>,
  path: readonly string[] = [],
): string | undefined {
  const rule = RULES[name];
  if (rule !== undefined) return rule;
  if (columns.some((column) => column.name === 'site')) return `${name}.${SITE}`;
  for (const reference of references) {
    const parent = byName.get(reference.table);
    if (!parent || SHARED.includes(parent.name) || parent.name === name || path.includes(parent.name)) continue;
    if (RULES[parent.name] !== undefined) continue;
    const condition = ownCondition(parent, byName, [...path, name]);
    if (condition !== undefined) return throughParent(name, reference, condition);
  }
  return undefined;
}

function throughParent(name: string, { table, columns, keys }: Reference, condition: string): string {
  const joined = keys.map((key, at) => `${table}.${key} = ${name}.${columns[at]}`).join(' and ');
  return `exists (select from ${table} where ${joined} and (${condition}))`;
}

function referredTo(shared: string, tables: readonly Table[], owned: ReadonlyMap<string, string>): string {
  const uses = tables.flatMap(({ name, references }) => {
    const condition = owned.get(name);
    if (condition === undefined || condition === NONE) return [];
    return references
      .filter(({ table }) => table === shared)
      .map(({ columns }) => `${shared}.id in (select ${columns[0]} from ${name} where ${condition})`);
  });
  return uses.join(' or ');
}

function filesInside(owned: ReadonlyMap<string, string>): string[] {
  return WITH_FILES_INSIDE.filter((name) => owned.has(name)).map(
    (name) => `file.id in (select file_ids(to_jsonb(${name})) from ${name} where ${owned.get(name)!})`,
  );
}
