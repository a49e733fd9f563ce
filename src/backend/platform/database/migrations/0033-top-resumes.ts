import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Resumes that have everything that recruiters look for come first in their lists: the directory says which these are. */
export const topResumes: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`
      update directory_resume d set featured = true
      from resume r
      where r.id = d.id and not d.featured and r.title is not null and r.country_code is not null
        and cardinality(r.desired_occupation_tids) > 0
        and cardinality(r.skill_tids) + cardinality(r.skills_free) > 0
        and jsonb_array_length(r.languages) + cardinality(r.languages_free) > 0
        and jsonb_array_length(r.education) > 0 and jsonb_array_length(r.work_experience) > 0
    `.execute(database);
  },
};
