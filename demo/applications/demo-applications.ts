import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { ApplicationState } from '#contract/generated/resolvers.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import { writePdf } from '../write-pdf.js';
import { demoTexts, type DemoTexts } from './demo-texts.js';

// First of the two keys of the advisory lock; the second one is the site's name.
const LOCK = 4_217_007;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const FORM_JOBS = 3;
/** States that each application has passed through, newest application first, and its age in days. */
const CAREERS: readonly { steps: readonly ApplicationState[]; days: number; hasCv?: true; isDemo?: true }[] = [
  { steps: ['new'], days: 0.1, hasCv: true },
  { steps: ['new'], days: 1.2 },
  { steps: ['new', 'in_review'], days: 3.4, hasCv: true, isDemo: true },
  { steps: ['new', 'in_review', 'interview'], days: 5.3, hasCv: true },
  { steps: ['new', 'in_review', 'interview', 'offer'], days: 9.6, hasCv: true },
  { steps: ['new', 'in_review', 'declined'], days: 8.2 },
  { steps: ['new', 'withdrawn'], days: 6.5 },
];

interface DemoJobRow {
  id: number;
  organization_id: number;
  language: string;
}

/**
 * Lets the first jobs of the demo recruiter's organization on each site accept applications by form, the very first one with a CV and
 * questions, and creates applications for it, one of them by the demo applicant. Does nothing if the organization already has an
 * application. If two processes run this at the same time, only one of them does the work.
 */
export async function provideDemoApplications(
  database: Kysely<Database>,
  { recruiter, applicant, sites, now }: { recruiter: string; applicant: string; sites: readonly string[]; now: Date },
): Promise<void> {
  for (const site of sites)
    await database.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${site}))`.execute(trx);
      const { rows } = await sql<DemoJobRow>`
        select job.id, job.organization_id, job.language from account a
        join organization_member m on m.account_id = a.id join organization o on o.id = m.organization_id and o.site = ${site}
        join job on job.organization_id = o.id and job.state = 'published' and job.source = 'demo'
        where a.email = ${recruiter} and o.source = 'demo'
          and not exists (select from application where application.organization_id = o.id)
        order by job.application_workflow <> 'form', job.expires_at desc nulls first, job.id limit ${FORM_JOBS}
      `.execute(trx);
      const [first] = rows;
      if (!first) return;
      const texts = demoTexts(first.language);
      await sql`
        update job set application_workflow = 'form', application_email = null,
          application_require_cv = id = ${first.id}, application_require_cover_letter = id = ${first.id},
          application_require_qualifying_questions = id = ${first.id},
          application_qualifying_questions = case when id = ${first.id} then ${JSON.stringify(texts.questions)}::jsonb else '[]' end
        where id = any(${rows.map(({ id }) => id)}::bigint[])
      `.execute(trx);
      const accounts = await trx.selectFrom('account').select(['id', 'email']).where('email', '=', applicant).execute();
      for (const [index, career] of CAREERS.entries())
        await addApplication(trx, { site, job: first, texts, index, career, account: accounts[0], now });
    });
}

async function addApplication(
  trx: Kysely<Database>,
  options: {
    site: string;
    job: DemoJobRow;
    texts: DemoTexts;
    index: number;
    career: (typeof CAREERS)[number];
    account: { id: string; email: string } | undefined;
    now: Date;
  },
): Promise<void> {
  const { site, job, texts, index, career, account, now } = options;
  const own = career.isDemo ? account : undefined;
  const [firstName, lastName] = own ? ['Amara', 'Okafor'] : texts.people[index % texts.people.length]!;
  const name = `${firstName} ${lastName}`;
  const created = new Date(now.getTime() - career.days * DAY_MS);
  const id = randomUUID();
  const at = (step: number) =>
    new Date(
      Math.min(created.getTime() + step * (career.days / career.steps.length) * DAY_MS, now.getTime() - HOUR_MS),
    );
  await trx
    .insertInto('application')
    .values({
      id,
      site,
      job_id: job.id,
      organization_id: job.organization_id,
      account_id: own?.id ?? null,
      request_key: `demo-${id}`,
      language: job.language,
      first_name: firstName,
      last_name: lastName,
      email:
        own?.email ??
        `${firstName}.${lastName}@people.test`
          .normalize('NFKD')
          .replace(/[^\w.@]/g, '')
          .toLowerCase(),
      cover_letter: texts.letters[index % texts.letters.length]!,
      answers: JSON.stringify(
        texts.questions.map((question, asked) => ({
          id: question.id,
          question: question.text,
          answer: texts.answers[asked]![index % texts.answers[asked]!.length]!,
        })),
      ),
      state: career.steps.at(-1),
      created_at: created,
      updated_at: at(career.steps.length - 1),
    })
    .execute();
  await trx
    .insertInto('application_event')
    .values(
      career.steps.map((state, step) => ({
        application_id: id,
        at: step === 0 ? created : at(step),
        state,
        by_employer: state !== 'new' && state !== 'withdrawn',
        account_id: null,
        subject: null,
        body: null,
      })),
    )
    .execute();
  if (!career.hasCv) return;
  const bytes = writePdf(name, texts.cvLine);
  const file = await trx
    .insertInto('application_file')
    .values({
      application_id: id,
      site,
      token: null,
      owner: null,
      name: `${texts.cvName} ${name}.pdf`,
      content_type: 'application/pdf',
      size: bytes.length,
      complete: true,
      position: 1,
      created_at: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.insertInto('application_file_part').values({ file_id: file.id, starts_at: 0, bytes }).execute();
}
