/**
 * A table that `search/directory` searches: one row for each public thing of a kind.
 *
 * @param entity the table whose `id` its rows carry.
 */
export function directoryTable(name: string, entity: string): string {
  return `
create table ${name} (
  id bigint primary key references ${entity} (id) on delete cascade,
  scope smallint not null references search_scope (id),
  label text not null,
  sort_name text collate "C" not null,
  at timestamptz not null,
  featured boolean not null,
  facets integer[] not null,
  country text,
  area text,
  lat double precision,
  lon double precision,
  title tsvector not null,
  words tsvector not null
);
comment on column ${name}.facets is 'number of the facet << 24 | value; value 0: has none';
comment on column ${name}.words is 'lexemes led by the scope in base 36, as in search_job';
alter table ${name} alter title set storage main, alter words set storage external;
create index ${name}_words on ${name} using gin (words) with (fastupdate = off);
create index ${name}_facets on ${name} using gin (facets) with (fastupdate = off);
create index ${name}_name on ${name} (scope, sort_name);
create index ${name}_place on ${name} (lat) where lat is not null;
`;
}
