import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { directoryTable } from './directory-table.js';

const TABLES = `
alter table organization
  add column occupation_tids integer[] not null default '{}',
  add column field_of_study_tids integer[] not null default '{}';

create table organization_details (
  organization_id bigint primary key references organization (id) on delete cascade,
  cover_file uuid references file,
  social jsonb not null default '{}',
  contacts jsonb not null default '[]',
  gallery jsonb not null default '[]',
  videos jsonb not null default '[]',
  locations jsonb not null default '[]',
  questions jsonb not null default '[]',
  attachments jsonb not null default '[]'
);
comment on table organization_details is 'The public groups of a profile, each of which many leave out.';
create index organization_details_cover on organization_details (cover_file) where cover_file is not null;

create table organization_account (
  organization_id bigint primary key references organization (id) on delete cascade,
  salutation text,
  first_name text,
  last_name text,
  phone text,
  position text,
  customer_email text,
  vat_number text,
  billing jsonb not null default '{}'
);
comment on table organization_account is 'What an organization tells the operators and nobody else: no page that everybody sees reads it.';
${directoryTable('directory_organization', 'organization')}
`;

// Pages show organizations; see 0003. Whoever stops being public leaves the directory, whichever writer has a reason for it.
const LOGGED = `
create function leave_directory() returns trigger language plpgsql as $$
begin
  delete from directory_organization where id = new.id;
  return null;
end $$;
create trigger organization_leave_directory after update of state on organization
  for each row when (new.state <> 'public') execute function leave_directory();
`;

interface LoggedPart {
  table: string;
  /** Selects kind, site, ids and words from `changed r`. */
  log: string;
}

const PARTS: readonly LoggedPart[] = [
  {
    table: 'organization_details',
    log: `select 'organization', o.site, array_agg(distinct o.id), null
      from changed r join organization o on o.id = r.organization_id where o.state = 'public' group by o.site`,
  },
  {
    table: 'directory_organization',
    log: `select 'organization', s.site, array_agg(distinct r.id), null
      from changed r join search_scope s on s.id = r.scope group by s.site`,
  },
];

const EVENTS = [
  { event: 'insert', referencing: 'new table as came', changed: 'select * from came' },
  {
    event: 'update',
    referencing: 'old table as gone new table as came',
    changed: '(select * from came except select * from gone) union all (select * from gone except select * from came)',
  },
  { event: 'delete', referencing: 'old table as gone', changed: 'select * from gone' },
];

function logged({ table, log }: LoggedPart): string {
  const each = EVENTS.map(
    ({ event, referencing, changed }) => `
create function log_${table}_${event}() returns trigger language plpgsql as $$
begin
  with changed as (${changed})
  insert into data_change (kind, site, ids, words) ${log};
  return null;
end $$;
create trigger log_${table}_${event} after ${event} on ${table} referencing ${referencing}
  for each statement execute function log_${table}_${event}();`,
  );
  return `${each.join('\n')}
create trigger log_${table}_truncate after truncate on ${table} for each statement execute function log_everything();`;
}

/** The groups of an organization's profile, and the directory in which organizations are searched. */
export const organizations: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(LOGGED).execute(database);
    for (const part of PARTS) await sql.raw(logged(part)).execute(database);
  },
};
