import { sql } from 'kysely';
import { createSearch } from '../../../src/backend/search/create-search.js';
import { seedTerms } from '../../../src/backend/reference/prepare-database.js';
import { saveResumes } from '../../../src/backend/domain/resumes/resume.repository.js';
import { createOrganization, jobToSave } from '../data/jobs.js';
import { saveJobs } from '../../../src/backend/domain/jobs/job.repository.js';
import { silentLogger, type TestDatabase } from '../database.js';

/** Selectors of the forms on pages of alerts. */
export const CREATE_FORM = 'form[method="post"]:has(select[name="everySeconds"]):has(input[name="search"])';
export const END_FORM = 'form:has(input[name="form"][value="end"])';

/** Changes to a product's database between alerts: jobs and resumes are added, and time passes. */
export interface AlertWorld {
  /** Publishes jobs with these titles. @returns their ids */
  publish(...titles: string[]): Promise<string[]>;
  archive(id: string): Promise<void>;
  /** Adds a resume that is visible to everybody who may search resumes. */
  addResume(
    title: string,
    person: { email: string; firstName: string; lastName: string; phone: string },
  ): Promise<void>;
  /** Makes all alerts due. */
  passTime(): Promise<void>;
}

export async function alertWorld({ database }: Pick<TestDatabase, 'database'>, site = 'default'): Promise<AlertWorld> {
  const terms = await seedTerms(database);
  const { indexer } = createSearch({ database, terms, clock: () => new Date(), logger: silentLogger });
  const texts = { description: '<p>Work with us.</p>', skills: [] };
  const organization = await createOrganization(database, site);
  return {
    publish: (...titles) =>
      database.transaction().execute(async (trx) => {
        const jobs = titles.map((title) =>
          jobToSave(organization, { ...texts, title, sourceKey: title, publishedAt: new Date() }),
        );
        const saved = await saveJobs(trx, site, jobs, indexer);
        return saved.map(({ id }) => id);
      }),
    archive: (id) =>
      database.transaction().execute(async (trx) => {
        await sql`update job set state = 'archived' where id = ${id}`.execute(trx);
        await indexer.remove(trx, [id]);
      }),
    addResume: (title, { email, firstName, lastName, phone }) =>
      database.transaction().execute(async (trx) => {
        const { id: accountId } = await trx
          .insertInto('account')
          .values({ email, name: email, roles: ['applicant'], email_verified: new Date() })
          .returning('id')
          .executeTakeFirstOrThrow();
        const none = { desiredOccupationTids: [], employmentTypeTids: [], skillTids: [], skillsFree: [] };
        const lists = { availabilityPeriods: [], education: [], workExperience: [], languages: [], languagesFree: [] };
        const own = {
          accountId,
          language: 'en',
          title,
          visible: true,
          firstName,
          lastName,
          phone,
          changed: new Date(),
        };
        await saveResumes(trx, site, [{ ...none, ...lists, ...own }], indexer);
      }),
    async passTime() {
      await sql`update alert set due_at = now() where due_at is not null`.execute(database);
      await sql`insert into data_change (kind) values ('alert')`.execute(database);
    },
  };
}
