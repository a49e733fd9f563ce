import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// `organization_state_check` has had its name since 0005.
const TABLES = `
alter table organization drop constraint organization_state_check,
  add constraint organization_state_check check (state in ('pending', 'public', 'closed', 'unnamed'));
comment on column organization.state is
  'unnamed: it stands for all employers whom the adverts of a source do not name, and has no page; see jobs/incomplete-jobs.ts';
alter table import_feed add column allow_incomplete boolean not null default false;
comment on column import_feed.allow_incomplete is 'whether adverts without an employer or a way to apply are imported';
update organization set state = 'unnamed' where source_key = '(unnamed)' and state = 'public';
`;

// As JobIndexer writes them from now on (search/codes/codes.ts): incomplete jobs below all others, and unnamed employers counted nowhere.
const INDEX = `
update search_job s set
  rank = ((s.rank >> 40) << 32) | (s.rank & 4294967295),
  facets = case when o.state = 'unnamed' then s.facets & 4294967295 else s.facets end
from job join organization o on o.id = job.organization_id
where job.id = (s.rank & 4294967295)
  and (o.state = 'unnamed'
    or (job.application_workflow <> 'form' and job.application_link is null and job.application_email is null));
delete from search_tally where kind = 5 and value in (select id from organization where state = 'unnamed');
delete from search_tally_delta where kind = 5 and value in (select id from organization where state = 'unnamed');
`;

/** Adverts without an employer or a way to apply: imported only where the operator says so, and ranked below all others. */
export const incompleteAdverts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(INDEX).execute(database);
  },
};
