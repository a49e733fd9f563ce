import { sql } from 'kysely';
import { unitsAfter } from '#contract/retention/retention-periods.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { deleteDue } from '../../../../test/support/retention.js';
import { resumeEditingWorld } from '../../../../test/support/worlds/resume-editing-world.js';
import { saveJobs } from '../jobs/job.repository.js';
import { closeContactsOfResumes } from '../contact-requests/end-contact.js';
import { resumeRetention } from '../resumes/resume-retention.js';
import { runRetention } from '../retention/create-retention.js';
import { unusedAccountRetention } from './end-account.js';

const { world, somebody, save, everything, isFindable } = resumeEditingWorld();
const site = { name: 'default', languages: ['en'], countries: ['CA'], demo: 'international' as const };
const accounts = unusedAccountRetention({ indexer: recordingIndexer(), sites: [site] });
const resumes = resumeRetention(closeContactsOfResumes);
const days = (from: Date, count: number): Date => unitsAfter(from, count, 'day');
const months = (from: Date, count: number): Date => unitsAfter(from, count, 'month');

/** Time from which on logins are recorded, long before everything else in these tests. */
const INSTALLED = new Date('2020-01-01T00:00:00Z');

beforeAll(async () => {
  await sql`update migration set applied_at = ${INSTALLED} where name = '0079-last-login-and-merges'`.execute(
    world.database,
  );
});
beforeEach(async () => {
  await sql`update account set roles = '{administrator}'`.execute(world.database);
});

/** Creates a user who registered and last logged in at the given time. */
async function unused(at: Date, role = 'applicant'): Promise<{ id: string; email: string; jwt: string }> {
  const person = await somebody(role);
  await sql`update account set created_at = ${at}, email_verified = ${at} where id = ${person.id}::uuid`.execute(
    world.database,
  );
  await sql`update account_login set last_at = ${at} where account_id = ${person.id}::uuid`.execute(world.database);
  return person;
}

async function logInAt(id: string, at: Date): Promise<void> {
  await sql`update account_login set last_at = ${at} where account_id = ${id}::uuid`.execute(world.database);
}

const run = (at: Date) => deleteDue(world.database, at, accounts, [site]);

async function isThere({ id }: { id: string }): Promise<boolean> {
  return (await sql`select from account where id = ${id}::uuid`.execute(world.database)).rows.length > 0;
}

async function notices(template: string, { email }: { email: string }): Promise<Record<string, string>[]> {
  const rows = await world.database
    .selectFrom('mail')
    .select('details')
    .where('template', '=', template)
    .where('recipient', '=', email)
    .execute();
  return rows.map(({ details }) => details);
}

/** @returns the kinds of the deletion notices in the user's data export */
async function exported({ jwt }: { jwt: string }): Promise<string[]> {
  const text = await world.ask<string>('exportMyData', jwt);
  return (JSON.parse(text) as { retention_notice: { kind: string }[] }).retention_notice.map(({ kind }) => kind);
}

async function sendMails(at: Date): Promise<void> {
  await sql`update mail set sent_at = ${at} where sent_at is null`.execute(world.database);
}

describe('an unused account', () => {
  it('is deleted after three years, a month after a notice, once its mail was sent, and leaves one anonymous audit entry', async () => {
    const last = world.now;
    const person = await unused(last);
    const due = months(last, 36);
    await run(days(due, -31));
    expect(await notices('account-unused', person)).toEqual([]);
    for (const day of [-30, -29]) await run(days(due, day));
    expect(await notices('account-unused', person)).toEqual([{ path: '/user/login', until: due.toISOString() }]);
    expect(await exported(person)).toEqual(['account']);
    // No mail server has accepted the mail yet.
    await run(due);
    expect(await isThere(person)).toBe(true);
    await sendMails(due);
    await run(days(due, 1));
    expect(await isThere(person)).toBe(false);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(audit_event)::text as text from audit_event where action = 'account.deleted'
    `.execute(world.database);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.text).not.toContain(person.email);
  });

  it('is deleted in a transaction of its own', async () => {
    const { database } = world;
    const last = world.now;
    const people = [await unused(last), await unused(last)];
    const due = months(last, 36);
    await run(days(due, -30));
    await sendMails(days(due, -30));
    let deletions = 0;
    const dying: typeof accounts = {
      ...accounts,
      async deleteDue(...args) {
        const deleted = await accounts.deleteDue(...args);
        deletions += 1;
        if (deletions === 2) throw new Error('killed');
        return deleted;
      },
    };
    await sql`delete from retention_run`.execute(database);
    const options = { database, sites: [site], now: days(due, 1) };
    await expect(runRetention(dying, options)).rejects.toThrow('killed');
    const left = await Promise.all(people.map(isThere));
    expect(left.filter(Boolean)).toHaveLength(1);
    expect(await runRetention(accounts, options)).toBe(1);
    expect(await Promise.all(people.map(isThere))).toEqual([false, false]);
  });

  it('is kept when its owner logs in after the notice', async () => {
    const last = world.now;
    const person = await unused(last);
    const due = months(last, 36);
    await run(days(due, -30));
    await sendMails(days(due, -30));
    await logInAt(person.id, days(due, -1));
    await run(days(due, 1));
    expect(await isThere(person)).toBe(true);
  });

  it('gets another notice as long as no mail can be sent, and is kept until then', async () => {
    const last = world.now;
    const person = await unused(last);
    const due = months(last, 36);
    for (const day of [-30, 0, 30, 31, 60]) await run(days(due, day));
    expect(await notices('account-unused', person)).toHaveLength(2);
    expect(await isThere(person)).toBe(true);
  });

  it('counts as used until logins began to be recorded', async () => {
    const person = await unused(new Date('2015-01-01T00:00:00Z'));
    await run(days(months(INSTALLED, 36), -31));
    expect(await notices('account-unused', person)).toEqual([]);
    await run(days(months(INSTALLED, 36), -30));
    expect(await notices('account-unused', person)).toHaveLength(1);
  });

  it('is announced on a site that is served, also if the owner registered on another one', async () => {
    const last = world.now;
    const person = await unused(last);
    await sql`update account set verified_site = 'closed-down' where id = ${person.id}::uuid`.execute(world.database);
    await run(days(months(last, 36), -30));
    const { rows } =
      await sql`select site from mail where recipient = ${person.email} and template = 'account-unused'`.execute(
        world.database,
      );
    expect(rows).toEqual([{ site: 'default' }]);
  });

  it('of the only owner who may log in is kept while others who may log in work for the organization', async () => {
    const organization = await createOrganization(world.database, 'default', `Employer ${Math.random()}`);
    const last = world.now;
    const [owner, other, editor] = [await unused(last), await unused(last), await unused(last)];
    await sql`insert into organization_member values (${organization}, ${owner.id}::uuid, 'owner'),
      (${organization}, ${other.id}::uuid, 'owner'), (${organization}, ${editor.id}::uuid, 'editor')`.execute(
      world.database,
    );
    await sql`update account set blocked_at = now() where id = ${other.id}::uuid`.execute(world.database);
    const due = months(last, 36);
    await run(days(due, -30));
    expect([await notices('account-unused', owner), await notices('account-unused', editor)]).toEqual([
      [],
      [expect.anything()],
    ]);
    await sendMails(days(due, -30));
    await run(days(due, 1));
    expect([await isThere(owner), await isThere(editor)]).toEqual([true, false]);
    // Nobody who could take over is left.
    await run(days(due, 1));
    expect(await notices('account-unused', owner)).toHaveLength(1);
  });

  it.each([
    ['of staff', (id: string) => sql`update account set roles = '{job_editor}' where id = ${id}::uuid`],
    ['that is blocked', (id: string) => sql`update account set blocked_at = now() where id = ${id}::uuid`],
    [
      'whose owner has an application that is still kept',
      (id: string) => sql`
        with given as (select job.id, job.organization_id from job order by job.id limit 1)
        insert into application (site, job_id, organization_id, account_id, request_key, language, first_name, last_name, email,
          cover_letter, created_at, updated_at)
        select 'default', given.id, given.organization_id, ${id}::uuid, ${id}, 'en', 'A', 'B', 'a@b.test', '', now(), now() from given
      `,
    ],
    [
      'of a member of an organization with a published job',
      (id: string) =>
        sql`insert into organization_member select organization_id, ${id}::uuid, 'owner' from job order by id limit 1`,
    ],
  ])('is kept: one %s', async (_which, make) => {
    const organization = await createOrganization(world.database, 'default', `Employer ${Math.random()}`);
    await saveJobs(world.database, 'default', [jobToSave(organization)], recordingIndexer());
    const last = world.now;
    const [person, usual] = [await unused(last), await unused(last)];
    await make(person.id).execute(world.database);
    await run(months(last, 36));
    expect(await notices('account-unused', usual)).toHaveLength(1);
    expect(await notices('account-unused', person)).toEqual([]);
  });
});

it('a resume that is not changed is deleted after two years, announced a month before; the account is kept', async () => {
  const last = world.now;
  const person = await unused(last);
  await save(person.jwt, 0, everything());
  await sql`update resume set visible = true, updated_at = ${last} where account_id = ${person.id}::uuid`.execute(
    world.database,
  );
  const due = months(last, 24);
  const runResumes = (at: Date) => deleteDue(world.database, at, resumes, [site]);
  await runResumes(days(due, -30));
  expect(await notices('resume-unused', person)).toEqual([{ path: '/resume', until: due.toISOString() }]);
  expect(await exported(person)).toEqual(['resume']);
  await runResumes(due);
  const count = async () =>
    (await sql`select from resume where account_id = ${person.id}::uuid`.execute(world.database)).rows.length;
  expect(await count()).toBe(1);
  await sendMails(due);
  await runResumes(days(due, 1));
  expect([await count(), await isFindable(person.id), await isThere(person)]).toEqual([0, false, true]);
});
