import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// The words of a person and of their answers, in lower case and without marks such as accents, as `searchWords` has them.
const SEARCH_TEXT = String.raw`lower(regexp_replace(normalize(
  first_name || ' ' || last_name || ' ' || email || ' ' || jsonb_path_query_array(answers, '$[*].answer')::text, NFD
), '[\u0300-\u036f]', '', 'g'))`;

const COLUMNS = `
alter table application add column read_at timestamptz,
  add column search_text text generated always as (${SEARCH_TEXT}) stored;
comment on column application.read_at is 'When somebody of the organization has opened it first.';
update application set read_at = updated_at where state <> 'new';
drop index application_state;
create index application_state on application (job_id, state, created_at desc, id) include (read_at);
create index application_name on application (job_id, lower(last_name), lower(first_name), id);
`;

/** The list of applications for a job is searched, filtered and sorted, and shows which nobody has read. */
export const applicationList: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS).execute(database);
  },
};
