import { sql } from 'kysely';
import type { ApplicationState } from '#contract/generated/resolvers.js';
import { unitsAfter } from '#contract/retention/retention-periods.js';
import { deleteDue } from '../../../../../test/support/retention.js';
import { applicationWorld, PDF } from '../../../../../test/support/worlds/application-world.js';
import { postingRetention } from '../../jobs/create-jobs.js';
import { applicationRetention } from './application-retention.js';

const OWN = `query O($id: ID!) { ownApplication(id: $id) { deletion } }`;
const RECEIVED = `query R($id: ID!) { receivedApplication(id: $id) { deletion } }`;
const MOVE = `mutation M($id: ID!, $state: ApplicationState!) { moveApplication(id: $id, state: $state) { errors { message } } }`;
/** In Ontario, interviewed applicants and postings are kept longer. */
const SITES = [{ name: 'default', countries: ['CA'] }];

const world = applicationWorld();
const days = (from: Date, count: number): Date => unitsAfter(from, count, 'day');
const months = (from: Date, count: number): Date => unitsAfter(from, count, 'month');

interface Sent {
  job: string;
  id: string;
}

async function applied(): Promise<Sent> {
  const job = await world.job();
  const token = await world.sendFile('cv.pdf', PDF);
  const { applicationId } = await world.apply(job, { attachments: [token] }, 'applicant');
  return { job, id: applicationId! };
}

async function setJob({ job }: Sent, state: string, at: Date): Promise<void> {
  await sql`update job set state = ${state}, updated_at = ${at}, expires_at = null where id = ${job}`.execute(
    world.database,
  );
}

const run = (at: Date) => deleteDue(world.database, at, applicationRetention, SITES);

async function rowsOf({ id }: Sent): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from application where id = ${id}::uuid) + (select count(*) from application_file where application_id = ${id}::uuid)
      + (select count(*) from application_event where application_id = ${id}::uuid) as count
  `.execute(world.database);
  return rows[0]!.count;
}

async function announcements({ id }: Sent): Promise<{ recipient: string; until: string }[]> {
  const { rows } = await sql<{ recipient: string; until: string }>`
    select recipient, details ->> 'until' as until from mail
    where template = 'application-deletion' and details ->> 'path' = ${`/application/${id}`} order by id
  `.execute(world.database);
  return rows;
}

/** @returns the deletion notices in the user's data export */
async function exported(person: 'applicant' | 'owner'): Promise<object[]> {
  const text = await world.ask<string>('query E { exportMyData }', {}, person);
  const { retention_notice: rows } = JSON.parse(text) as { retention_notice: Record<string, string>[] };
  return rows.map(({ kind, subject_id: subject, ...times }) => ({
    kind,
    subject,
    ...Object.fromEntries(Object.entries(times).map(([name, time]) => [name, new Date(time)])),
  }));
}

async function sendMails(at: Date): Promise<void> {
  await sql`update mail set sent_at = ${at} where template = 'application-deletion' and sent_at is null`.execute(
    world.database,
  );
}

async function shown({ id }: Sent, at: Date): Promise<(string | null)[]> {
  world.now = at;
  await world.logInAgain('applicant', 'owner');
  const own = await world.ask<{ deletion: string | null }>(OWN, { id }, 'applicant');
  const received = await world.ask<{ deletion: string | null }>(RECEIVED, { id }, 'owner');
  return [own.deletion, received.deletion];
}

/** Changes the state as the employer, at the current time of the test world. */
async function move({ id }: Sent, state: ApplicationState): Promise<void> {
  const { errors } = await world.ask<{ errors: unknown[] }>(MOVE, { id, state }, 'owner');
  expect(errors).toEqual([]);
}

describe('an application', () => {
  it('is deleted a year after the end of its job; both sides see the date, and the applicant gets one mail', async () => {
    const sent = await applied();
    expect(await shown(sent, world.now)).toEqual([null, null]);
    const end = days(world.now, 10);
    await setJob(sent, 'archived', end);
    const due = months(end, 12);
    expect(await shown(sent, days(end, 1))).toEqual([due.toISOString(), due.toISOString()]);

    const told = days(due, -14);
    await run(days(told, -1));
    expect(await announcements(sent)).toEqual([]);
    for (const day of [0, 1, 2]) await run(days(told, day));
    expect(await announcements(sent)).toEqual([{ recipient: 'ann@people.test', until: due.toISOString() }]);
    expect(await shown(sent, days(told, 2))).toEqual([due.toISOString(), due.toISOString()]);
    await sendMails(days(told, 2));
    expect(await exported('applicant')).toEqual([
      {
        kind: 'application',
        subject: sent.id,
        announced_at: told,
        deletes_at: due,
        sent_at: days(told, 2),
      },
    ]);
    expect(await exported('owner')).toEqual([]);

    await run(days(due, -1));
    expect(await rowsOf(sent)).toBeGreaterThan(1);
    await run(due);
    expect(await rowsOf(sent)).toBe(0);
    // The proof outlives the application and the outbox.
    await sql`delete from mail`.execute(world.database);
    const { rows } = await sql`
      select announced_at, deletes_at, sent_at from retention_notice where subject_id = ${sent.id}::uuid
    `.execute(world.database);
    expect(rows).toEqual([{ announced_at: told, deletes_at: due, sent_at: days(told, 2) }]);
  });

  it('is kept for at most one more week if no server accepts the mail', async () => {
    const sent = await applied();
    await setJob(sent, 'archived', world.now);
    const due = months(world.now, 12);
    await run(days(due, -14));
    await run(days(due, 6));
    expect(await rowsOf(sent)).toBeGreaterThan(0);
    await run(days(due, 7));
    expect(await rowsOf(sent)).toBe(0);
  });

  it('is never deleted without a notice, however long it has been due', async () => {
    const sent = await applied();
    await setJob(sent, 'archived', world.now);
    const years = months(world.now, 60);
    expect(await shown(sent, years)).toEqual(Array(2).fill(days(years, 14).toISOString()));
    await run(years);
    await sendMails(years);
    await run(days(years, 13));
    expect(await rowsOf(sent)).toBeGreaterThan(0);
    await run(days(years, 14));
    expect(await rowsOf(sent)).toBe(0);
  });

  it('is kept for a year from the decision if the job is still published, without revealing a decision too early', async () => {
    const sent = await applied();
    const decided = world.now;
    await move(sent, 'declined');
    const due = months(decided, 12).toISOString();
    expect(await shown(sent, decided)).toEqual([null, due]);
    expect(await shown(sent, days(decided, 1))).toEqual([due, due]);
  });

  it('of an interviewed applicant is kept as long as the law of the site’s country requires', async () => {
    const sent = await applied();
    const at = world.now;
    await move(sent, 'interview');
    await setJob(sent, 'archived', at);
    const due = months(at, 36).toISOString();
    expect(await shown(sent, days(at, 1))).toEqual([due, due]);
    await run(months(at, 35));
    await run(days(months(at, 36), -1));
    expect(await rowsOf(sent)).toBeGreaterThan(0);
  });

  it('is kept if its job is published again after the notice, and gets another notice when the job ends', async () => {
    const sent = await applied();
    await setJob(sent, 'archived', world.now);
    const due = months(world.now, 12);
    await run(days(due, -14));
    await sendMails(days(due, -14));
    await setJob(sent, 'published', days(due, -1));
    await run(days(due, 1));
    expect(await shown(sent, days(due, 1))).toEqual([null, null]);
    const end = days(due, 5);
    await setJob(sent, 'archived', end);
    const next = months(end, 12);
    await run(days(next, -1));
    await sendMails(days(next, -1));
    await run(next);
    expect(await rowsOf(sent)).toBeGreaterThan(0);
    expect(await announcements(sent)).toHaveLength(2);
    await run(days(next, 13));
    expect(await rowsOf(sent)).toBe(0);
  });
});

it('a job is kept for three years after its end, and as long as there is an application for it', async () => {
  const [full, empty, open] = [await applied(), await applied(), await applied()];
  await sql`delete from application where id = any(${[empty.id, open.id]}::uuid[])`.execute(world.database);
  for (const each of [full, empty]) await setJob(each, 'archived', world.now);
  const left = async (at: Date) => {
    await deleteDue(world.database, at, postingRetention, SITES);
    const ids = [full, empty, open].map(({ job }) => Number(job));
    const { rows } = await sql<{ id: number }>`select id from job where id = any(${ids}) order by id`.execute(
      world.database,
    );
    return rows.map(({ id }) => String(id));
  };
  const due = months(world.now, 36);
  expect(await left(days(due, -1))).toEqual([full.job, empty.job, open.job]);
  expect(await left(due)).toEqual([full.job, open.job]);
  await sql`delete from application where id = ${full.id}::uuid`.execute(world.database);
  expect(await left(due)).toEqual([open.job]);
});
