import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table organization_review (
  organization_id bigint primary key references organization on delete cascade,
  fields jsonb not null,
  submitted_by uuid references account on delete set null,
  submitted_at timestamptz not null
);
comment on table organization_review is
  'By what everybody knows an organization and what its members want otherwise: it waits for review, and pages show what was approved.';
comment on column organization_review.fields is 'name, logo and cover, as the form has them: those that are to change.';
create index organization_review_submitted_by on organization_review (submitted_by) where submitted_by is not null;
create trigger organization_review_releases_files after update or delete on organization_review
  for each row execute function release_files_of_organization_part();
`;

/** Changes of the names and pictures of organizations, which wait for review. */
export const organizationReviews: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
