import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const LOG = `
create table data_change (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  site text,
  ids bigint[],
  words text[],
  at timestamptz not null default clock_timestamp()
);
comment on table data_change is 'What pages show and has changed: one row a statement and site, written by triggers.';
comment on column data_change.site is 'null: all sites';
comment on column data_change.ids is 'of jobs or organizations; null: cannot be told';
create index data_change_xid on data_change (xid);

create table data_change_floor (
  one boolean primary key default true check (one),
  xid xid8 not null,
  pruned_by xid8 not null
);
comment on table data_change_floor is 'The newest transaction whose rows have left data_change, and the one that took them out.';
insert into data_change_floor (xid, pruned_by) values ('0', '0');

-- A notice in a transaction is sent when it commits, and several of the same words only once.
create function notify_data_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('causeboard_changes', '');
  return null;
end $$;
create trigger data_change_notify after insert on data_change
  for each row execute function notify_data_change();

create function log_everything() returns trigger language plpgsql as $$
begin
  insert into data_change (kind) values ('all');
  return null;
end $$;

drop sequence search_version;
`;

type Event = 'insert' | 'update' | 'delete';

interface LoggedTable {
  table: string;
  events: readonly Event[];
  /** Which rows `r` pages may show; all, when missing. */
  where?: string;
  /** Selects kind, site, ids and words from `changed r`. */
  log: string;
}

const ALL_EVENTS: readonly Event[] = ['insert', 'update', 'delete'];

const LOGGED: readonly LoggedTable[] = [
  {
    table: 'job',
    events: ALL_EVENTS,
    where: `r.state in ('published', 'archived')`,
    log: `select 'job', r.site, array_agg(distinct r.id), null from changed r group by r.site`,
  },
  {
    table: 'organization',
    events: ALL_EVENTS,
    log: `select 'organization', r.site, array_agg(distinct r.id), null from changed r group by r.site`,
  },
  ...['landing_page', 'menu', 'app_config'].map((table) => ({
    table,
    events: ALL_EVENTS,
    log: `select 'content', r.site, null, null from changed r group by r.site`,
  })),
  { table: 'term', events: ALL_EVENTS, log: `select 'term', null, null, null from changed limit 1` },
  // A new file is seen when something refers to it.
  { table: 'file', events: ['update', 'delete'], log: `select 'file', null, null, null from changed limit 1` },
  {
    table: 'search_job',
    events: ALL_EVENTS,
    log: `select 'index', s.site, array_agg(distinct r.rank & 4294967295), null
      from changed r join search_scope s on s.id = r.scope group by s.site`,
  },
  {
    table: 'search_scope',
    events: ['insert'],
    log: `select 'scopes', r.site, null, null from changed r group by r.site`,
  },
  {
    table: 'search_word',
    events: ALL_EVENTS,
    where: 'r.kind = 0',
    log: `select 'words', s.site, null, array_agg(distinct r.word)
      from changed r join search_scope s on s.id = r.scope group by s.site`,
  },
];

// The names of the transition tables. An update logs what a row was and what it has become, and nothing where that is the same.
const REFERENCING: Record<Event, string> = {
  insert: 'new table as came',
  update: 'old table as gone new table as came',
  delete: 'old table as gone',
};
const CHANGED: Record<Event, string> = {
  insert: 'select * from came',
  update: '(select * from came except select * from gone) union all (select * from gone except select * from came)',
  delete: 'select * from gone',
};

function logged({ table, events, where = 'true', log }: LoggedTable): string {
  const each = events.map((event) => {
    const name = `log_${table}_${event}`;
    return `
      create function ${name}() returns trigger language plpgsql as $$
      begin
        with changed as (select r.* from (${CHANGED[event]}) as r where ${where})
        insert into data_change (kind, site, ids, words) ${log};
        return null;
      end $$;
      create trigger ${name} after ${event} on ${table} referencing ${REFERENCING[event]}
        for each statement execute function ${name}();
    `;
  });
  const truncating = `create trigger log_${table}_truncate after truncate on ${table}
    for each statement execute function log_everything();`;
  return [...each, truncating].join('\n');
}

/** The log of changes, which no writer can forget: triggers write it. */
export const changes: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(LOG).execute(database);
    for (const table of LOGGED) await sql.raw(logged(table)).execute(database);
  },
};
