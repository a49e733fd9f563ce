import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table job add column change_submitted_at timestamptz;
comment on column job.change_submitted_at is
  'Since when what its job_draft holds waits for review, while everybody goes on seeing what is stored here; null: nothing waits.';
create index job_change_submitted on job (site, change_submitted_at, id) where change_submitted_at is not null;

-- However a job ends, its pending change ends with it, and it ended when it was archived, whatever end was planned.
create function end_job() returns trigger language plpgsql as $$
begin
  new.change_submitted_at := null;
  new.expires_at := least(new.expires_at, new.updated_at);
  return new;
end $$;
create trigger job_ends before update of state on job
  for each row when (new.state = 'archived' and old.state is distinct from 'archived') execute function end_job();
`;

// Jobs that were archived before their planned end have shown that planned end as the day on which they ended.
const ENDED = `
update job set expires_at = coalesce(
  (select max(e.at) from job_event e where e.job_id = job.id and e.to_state = 'archived'), updated_at
) where state = 'archived' and expires_at > updated_at;
`;

/** Changes of published jobs wait for review beside what is published. */
export const pendingJobChanges: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(ENDED).execute(database);
  },
};
