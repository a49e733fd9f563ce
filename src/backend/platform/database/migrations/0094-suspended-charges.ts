import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

// Pages learn of the state of a job itself, so that no trigger tells them of its charges.
const CHARGES = `
create or replace function end_job_charge() returns trigger language plpgsql as $$
begin
  -- A suspended organization gets its jobs back: what was paid for them is neither free for others nor over before its time.
  if new.state = 'draft' and new.organization_id = old.organization_id
    and exists (select from organization where id = new.organization_id and suspended_from is not null) then return null; end if;
  update job_charge set ended_at = clock_timestamp() where job_id = new.id and ended_at is null;
  update job_placement set ended_at = clock_timestamp() where job_id = new.id and ended_at is null;
  return null;
end $$;

-- Also a job that is archived when its organization is restored, and a suspended one that moves to another organization.
create or replace trigger job_ended after update of state, organization_id on job for each row
  when ((new.state in ('draft', 'archived') and old.state <> new.state)
    or (new.state = 'draft' and old.organization_id <> new.organization_id))
  execute function end_job_charge();
`;

/** The charges and placements of a job outlast the suspension of its organization, which makes it a draft until it is lifted. */
export const suspendedCharges: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(CHARGES).execute(database);
  },
};
