import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMNS = `
alter table job add column video_url text, add column top boolean not null default false;
comment on column job.top is 'The operators put it forward before all others.';
alter table organization add column training boolean not null default false;
comment on column organization.training is 'It trains people, and the operators show it for that.';
`;

// Few jobs are put forward, and the newest of them are wanted: each index is as small as what it finds.
const INDEXES = `
create index job_featured on job (site, published_at desc, id desc) where state = 'published' and featured;
create index job_top on job (site, published_at desc, id desc) where state = 'published' and top;
create index job_video on job (site, published_at desc, id desc) where state = 'published' and video_url is not null;
create index organization_training on organization (site) where training;
`;

/** Jobs with videos, jobs put forward, organizations that train people (SEARCH-11). */
export const teasers: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS).execute(database);
    await sql.raw(INDEXES).execute(database);
  },
};
