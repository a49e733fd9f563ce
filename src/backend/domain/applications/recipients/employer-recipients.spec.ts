import { sql } from 'kysely';
import { applicationWorld, type Faults, type Person } from '../../../../../test/support/worlds/application-world.js';
import { findEmployerRecipient, memberReceipts } from './employer-recipients.js';

const LIST = `query L($jobId: ID!) { applicationRecipients(jobId: $jobId) { addresses members { id name email isChosen getsMails } } }`;
const CHOOSE = `mutation C($jobId: ID!, $members: [ID!]!) { chooseApplicationRecipients(jobId: $jobId, members: $members) { errors { field message } } }`;
const OWN = '{ recruitingMails { applications digest } }';
const CHANGE = `mutation M($mails: RecruitingMailsInput!) { changeRecruitingMails(mails: $mails) }`;
const END = `mutation E($token: String!) { endDigestByLink(token: $token) }`;
const WITHDRAW = `mutation W($id: ID!) { withdrawApplication(id: $id) { errors { message } } }`;
const NOBODY = '00000000-0000-4000-8000-000000000000';

interface Recipients {
  addresses: string[];
  members: { id: string; email: string; isChosen: boolean; getsMails: boolean }[];
}

describe('[REC-05] emails about applications', () => {
  const world = applicationWorld();
  let job: string;

  beforeEach(async () => {
    await sql`truncate application, mail, mail_attachment, job_mail_recipient, recruiting_mail cascade`.execute(
      world.database,
    );
    job = await world.job();
  });

  const choose = (members: string[], who: Person = 'owner', jobId = job) =>
    world.ask<Faults | null>(CHOOSE, { jobId, members }, who);
  const list = (who: Person, jobId = job) => world.ask<Recipients | null>(LIST, { jobId }, who);
  const change = (who: Person, mails: object) =>
    world.ask<boolean>(CHANGE, { mails: { applications: true, digest: 'weekly', ...mails } }, who);
  const emailOf = (...people: Person[]) => people.map((who) => `${who}@people.test`);

  /** @returns the recipients of the mail about an application that is made now */
  async function told(jobId = job): Promise<string[]> {
    await sql`delete from mail`.execute(world.database);
    expect((await world.apply(jobId)).outcome).toBe('created');
    const mails = await world.mails();
    return mails.flatMap(({ template, recipient }) => (template === 'application-received' ? [recipient] : []));
  }

  it('go to all members of the organization until some are chosen, and then only to those', async () => {
    expect(await told()).toEqual(emailOf('owner', 'editor'));
    expect(await choose([world.ids.editor])).toEqual({ errors: [] });
    expect(await told()).toEqual(emailOf('editor'));
    expect((await list('owner'))!.members.map(({ email, isChosen }) => [email, isChosen])).toEqual([
      ['editor@people.test', true],
      ['owner@people.test', false],
    ]);
    // Another job is not affected.
    expect(await told(await world.job())).toEqual(emailOf('owner', 'editor'));
    await choose([]);
    expect(await told()).toEqual(emailOf('owner', 'editor'));
  });

  it('go to addresses that the job names, in addition to chosen members, once to each', async () => {
    const named = await world.job({}, { application_emails: ['jobs@agency.test', 'Editor@people.test'] });
    expect(await told(named)).toEqual(['jobs@agency.test', 'editor@people.test']);
    expect((await list('owner', named))!.addresses).toEqual(['jobs@agency.test', 'Editor@people.test']);
    await choose([world.ids.owner, world.ids.editor], 'owner', named);
    expect(await told(named)).toEqual(['jobs@agency.test', ...emailOf('editor', 'owner')]);
    await change('editor', { applications: false });
    expect(await told(named)).toEqual(['jobs@agency.test', ...emailOf('owner')]);
  });

  it('do not go to chosen members who have left, are blocked or are no longer recruiters', async () => {
    await choose([world.ids.owner, world.ids.editor]);
    const editor = sql`id = ${world.ids.editor}::uuid`;
    await sql`update account set blocked_at = now() where ${editor}`.execute(world.database);
    expect(await told()).toEqual(emailOf('owner'));
    expect((await list('owner'))!.members[0]).toMatchObject({ isChosen: true, getsMails: false });
    await sql`update account set blocked_at = null, roles = '{applicant}' where ${editor}`.execute(world.database);
    expect(await told()).toEqual(emailOf('owner'));
    await sql`update account set roles = '{recruiter}', email_verified = null where ${editor}`.execute(world.database);
    expect(await told()).toEqual(emailOf('owner'));
    await sql`update account set email_verified = now() where ${editor}`.execute(world.database);
    const member = { organization_id: await organizationId(), account_id: world.ids.editor, role: 'editor' as const };
    await world.database.deleteFrom('organization_member').where('account_id', '=', world.ids.editor).execute();
    try {
      expect(await told()).toEqual(emailOf('owner'));
      // If none of the chosen members is left, all members are notified: otherwise nobody would be.
      await sql`delete from job_mail_recipient where account_id = ${world.ids.owner}::uuid`.execute(world.database);
      expect(await told()).toEqual(emailOf('owner'));
    } finally {
      await world.database.insertInto('organization_member').values(member).execute();
    }
  });

  it('are chosen by members of the organization only, among themselves', async () => {
    for (const who of ['stranger', 'applicant', 'administrator', 'job_editor'] as const) {
      expect([who, await list(who)]).toEqual([who, null]);
      expect([who, await choose([world.ids.owner], who)]).toEqual([who, null]);
    }
    for (const id of [world.ids.stranger, world.ids.administrator, NOBODY, 'x']) {
      const { errors } = (await choose([world.ids.owner, id]))!;
      expect(errors).toEqual([
        { field: 'member', message: expect.stringContaining('only people who work for the organization') as string },
      ]);
    }
    const many = Array.from({ length: 11 }, (_none, index) => `${NOBODY.slice(0, -2)}${index + 10}`);
    expect((await choose(many))!.errors[0]!.message).toContain('at most 10');
    expect(await told()).toEqual(emailOf('owner', 'editor'));
    expect(await choose([], 'owner', 'x')).toBeNull();
  });

  it('can be stopped by each member, except those about interviews', async () => {
    expect(await world.ask(OWN, {}, 'editor')).toEqual({ applications: true, digest: 'weekly' });
    expect(await change('editor', { applications: false, digest: 'off' })).toBe(true);
    expect(await world.ask(OWN, {}, 'editor')).toEqual({ applications: false, digest: 'off' });
    expect(await world.ask(OWN, {}, 'owner')).toEqual({ applications: true, digest: 'weekly' });
    expect(await told()).toEqual(emailOf('owner'));
    await choose([world.ids.editor]);
    expect(await told()).toEqual([]);
    expect((await findEmployerRecipient(world.database, Number(job), 'interview'))!.recipients).toMatchObject([
      { email: 'editor@people.test' },
    ]);
    for (const who of ['applicant', 'administrator'] as const) {
      expect(await world.ask(OWN, {}, who)).toBeNull();
      expect(await change(who, {})).toBe(false);
    }
    const { rows } = await sql<{ token: string }>`select token from recruiting_mail`.execute(world.database);
    expect(rows).toHaveLength(1);
    await change('editor', { digest: 'daily' });
    for (const token of ['', 'x', NOBODY]) expect(await world.ask(END, { token })).toBe(false);
    expect(await world.ask(END, { token: rows[0]!.token }, undefined, 'guarded')).toBe(false);
    expect(await world.ask(END, { token: rows[0]!.token })).toBe(true);
    expect(await world.ask(OWN, {}, 'editor')).toMatchObject({ digest: 'off' });
  });

  it('are not sent to people who may no longer receive them when they are due', async () => {
    const applied = await world.apply(job, {}, 'applicant');
    await world.ask(WITHDRAW, { id: applied.applicationId }, 'applicant');
    await world.apply(job);
    const mayReceive = memberReceipts(world.database);
    const mails = await world.database
      .selectFrom('mail')
      .select(['site', 'template', 'recipient', 'details'])
      .execute();
    const allowed = async (recipient: string) => {
      const own = mails.filter((mail) => mail.recipient === recipient && mail.template !== 'application-sent');
      expect(own.length).toBeGreaterThan(0);
      const answers = new Set(await Promise.all(own.map(mayReceive)));
      return answers.size === 1 ? [...answers][0] : answers;
    };
    const [owner, editor] = emailOf('owner', 'editor');
    expect([await allowed(owner!), await allowed(editor!)]).toEqual([true, true]);
    await change('editor', { applications: false });
    expect([await allowed(owner!), await allowed(editor!)]).toEqual([true, false]);
    await change('editor', {});
    await sql`update account set blocked_at = now() where email = ${editor}`.execute(world.database);
    expect([await allowed(owner!), await allowed(editor!)]).toEqual([true, false]);
    await sql`update account set blocked_at = null where email = ${editor}`.execute(world.database);
    const organization = await organizationId();
    await sql`update organization_member set organization_id = (
      select organization_id from organization_member where account_id = ${world.ids.stranger}::uuid
    ) where account_id = ${world.ids.editor}::uuid`.execute(world.database);
    expect([await allowed(owner!), await allowed(editor!)]).toEqual([true, false]);
    await sql`update organization_member set organization_id = ${organization} where account_id = ${world.ids.editor}::uuid`.execute(
      world.database,
    );
    expect(await allowed(editor!)).toBe(true);
    // Mails to the applicant have no such check.
    const sent = mails.find(({ template }) => template === 'application-sent')!;
    expect(await mayReceive(sent)).toBe(true);
  });

  async function organizationId(): Promise<number> {
    const { organization_id: id } = await world.database
      .selectFrom('organization_member')
      .select('organization_id')
      .where('account_id', '=', world.ids.owner)
      .executeTakeFirstOrThrow();
    return id;
  }
});
