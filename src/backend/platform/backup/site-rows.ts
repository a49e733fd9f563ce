import type { Reference, Table } from './table-catalog.js';

/**
 * SQL conditions that select the rows of a site (`$1`) from a table, which is referred to by its own name. Most tables have the site as a
 * column or are related to it through foreign keys; the others are listed here, and a test ensures that none is missing.
 */
const SITE = 'site = $1';
const NONE = 'false';
const ALL = 'true';

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

/** Tables whose rows are shared by all sites; a site gets the rows that its own rows reference. */
const SHARED = ['account', 'file'];
/** Tables whose JSON documents also contain file ids, which `file_ids` extracts. */
const WITH_FILES_INSIDE = ['job', 'job_draft', 'organization_details', 'organization_draft', 'organization_review'];

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
