import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { blockedQueries } from '../../../../../test/support/blocked-queries.js';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { waitFor } from '../../../../../test/support/wait-for.js';

interface Shown {
  account: { email: string; blocked: string | null; emailVerified: string | null };
  language: string;
  lastLogin: string | null;
  blockReason: string | null;
  organizations: { id: string; role: string; state: string }[];
  applications: number;
}

describe('an account as administrators see it', () => {
  const world = jobWorld();
  let admin: { id: string; jwt: string };
  beforeAll(async () => {
    admin = await world.reviewer('administrator');
  });

  const shown = (id: string) =>
    world.ask<Shown | null>(
      `siteUser(id: "${id}") { account { email blocked emailVerified } language lastLogin blockReason
        organizations { id role state } applications }`,
      admin.jwt,
    );
  const sendMail = async (userId: string, mail: 'verification' | 'reset') => {
    const { errors } = await world.ask(
      `sendUserMail(userId: "${userId}", mail: ${mail}) { errors { message } }`,
      admin.jwt,
    );
    return errors.map(({ message }) => message);
  };
  const lastEvent = async () => {
    const { rows } = await sql<object>`
      select action, actor_id as actor, subject_id as subject from audit_event order by id desc limit 1
    `.execute(world.database);
    return rows[0];
  };

  it('shows organizations of this site, the last login, and why it is blocked', async () => {
    const organization = await world.organization();
    const elsewhere = await world.organization();
    await sql`update organization set site = 'elsewhere' where id = ${elsewhere}`.execute(world.database);
    const member = await world.member(organization);
    await sql`insert into organization_member values (${elsewhere}, ${member.id}::uuid, 'owner')`.execute(
      world.database,
    );
    expect(await shown(member.id)).toMatchObject({
      account: { email: member.email, blocked: null },
      language: 'en',
      lastLogin: world.now.toISOString(),
      blockReason: null,
      organizations: [{ id: String(organization), role: 'owner', state: 'public' }],
      applications: 0,
    });
    const block = (blocked: boolean, reason: string) =>
      world.ask(
        `setUserBlocked(userId: "${member.id}", blocked: ${blocked}, reason: "${reason}") { errors { message } }`,
        admin.jwt,
      );
    await block(true, 'first');
    await block(false, 'no more');
    expect(await shown(member.id)).toMatchObject({ blockReason: null });
    await block(true, 'second');
    const blocked = await shown(member.id);
    expect(blocked).toMatchObject({ blockReason: 'second', organizations: [{ state: 'suspended' }] });
    expect(blocked!.account.blocked).toBe(world.now.toISOString());
  });

  it('a resume that its owner shows at the moment in which the account is blocked is not findable', async () => {
    const { database } = world;
    const { id, email } = await world.person('applicant');
    const jwt = await world.jwtOf(email);
    await sql`
      insert into resume (site, account_id, language, title, visible) values ('default', ${id}::uuid, 'en', 'Cook', false)
    `.execute(database);
    const requests: Promise<unknown>[] = [];
    await database.transaction().execute(async (trx) => {
      const isBlocked = async (part: string) =>
        (await blockedQueries(database, trx)).some((query) => query.includes(part));
      await sql`lock table audit_event in share mode`.execute(trx);
      requests.push(world.ask(`setUserBlocked(userId: "${id}", blocked: true) { errors { message } }`, admin.jwt));
      await waitFor('the block to wait for the audit log', () => isBlocked('into "audit_event"'));
      let isShown = false;
      requests.push(
        world.ask('setResumeVisibility(visible: true) { errors { message } }', jwt).then(() => (isShown = true)),
      );
      await waitFor('the resume to be shown, or to wait', async () => isShown || isBlocked('from "resume"'));
    });
    await Promise.all(requests);
    const { rows } = await sql`select visible from resume where account_id = ${id}::uuid`.execute(database);
    expect(rows).toEqual([{ visible: true }]);
    expect((await sql`select from directory_resume`.execute(database)).rows).toEqual([]);
  });

  it('a masquerade does not count as a login', async () => {
    const person = await world.person('applicant');
    expect(await shown(person.id)).toMatchObject({ lastLogin: null });
    const acting = await world.reviewer('administrator');
    await world.ask(`masquerade(userId: "${person.id}") { jwt }`, acting.jwt);
    expect(await shown(person.id)).toMatchObject({ lastLogin: null });
  });

  it('[ROLE-01] keeps its roles if somebody else has changed them since they were shown', async () => {
    const other = await world.reviewer('administrator');
    const { id } = await world.person('recruiter');
    const stored = async () => {
      const { rows } = await sql<object>`
        select array_to_string(roles, ' ') as roles, approved_at is not null as approved from account where id = ${id}::uuid
      `.execute(world.database);
      return rows[0];
    };
    const setRoles = async (jwt: string, roles: string, before?: string) => {
      const seen = before === undefined ? '' : `, before: [${before}]`;
      const { errors } = await world.ask(
        `setUserRoles(userId: "${id}", roles: [${roles}]${seen}) { errors { field message } }`,
        jwt,
      );
      return errors;
    };
    const changed = {
      field: 'before',
      message: 'Somebody has changed the roles of this account in the meantime. Please check them and save again',
    };
    expect(await setRoles(admin.jwt, 'recruiter, applicant', 'recruiter')).toEqual([]);
    expect(await setRoles(other.jwt, 'applicant', 'applicant, recruiter')).toEqual([]);
    expect(await setRoles(admin.jwt, 'applicant, recruiter, job_editor', 'applicant, recruiter')).toEqual([changed]);
    expect(await stored()).toEqual({ roles: 'applicant', approved: false });
    // A form that is sent twice does not say that somebody else has changed the roles.
    for (let times = 0; times < 2; times++)
      expect(await setRoles(admin.jwt, 'applicant, job_editor', 'applicant')).toEqual([]);
    // A client that does not name them sets the roles as before.
    expect(await setRoles(other.jwt, 'applicant, recruiter')).toEqual([]);
    expect(await stored()).toEqual({ roles: 'applicant recruiter', approved: true });
  });

  it('is null for an unknown id', async () => {
    for (const id of [randomUUID(), 'x']) {
      expect(await shown(id)).toBeNull();
      expect(await sendMail(id, 'reset')).toEqual(['There’s no such account']);
    }
  });

  it('finds jobs by the members of their organization', async () => {
    const organization = await world.organization();
    const member = await world.member(organization);
    const job = await world.draft(member.jwt);
    await sql`update job set title = 'Cook' where id = ${job}`.execute(world.database);
    const found = (id: string) =>
      world.ask<{ total: number; jobs: { id: string }[] }>(
        `siteJobs(member: "${id}") { total jobs { id } }`,
        admin.jwt,
      );
    expect(await found(member.id)).toEqual({ total: 1, jobs: [{ id: job }] });
    expect(await found(randomUUID())).toEqual({ total: 0, jobs: [] });
    expect(await found('x')).toEqual({ total: 0, jobs: [] });
  });

  it('gets links in its own language, each of which is audited and invalidates the previous one', async () => {
    const { id, email } = await world.person('applicant', { email_verified: null });
    await sql`update account set language = 'de' where id = ${id}::uuid`.execute(world.database);
    const mails = async () => {
      const { rows } = await sql<{ template: string; language: string; site: string }>`
        select template, language, site from mail where recipient = ${email} order by id
      `.execute(world.database);
      return rows;
    };
    const links = async () => {
      const { rows } = await sql<{ purpose: string; details: object }>`
        select purpose, details from account_link where account_id = ${id}::uuid order by purpose
      `.execute(world.database);
      return rows;
    };
    await sql`
      insert into account_link (digest, account_id, purpose, details, expires_at)
      values ('\\x01', ${id}::uuid, 'verify-email', '{"organization":"Meadow","site":"uk"}', ${world.now})
    `.execute(world.database);
    expect(await sendMail(id, 'verification')).toEqual([]);
    expect(await lastEvent()).toEqual({ action: 'account.verification-sent', actor: admin.id, subject: id });
    expect(await sendMail(id, 'reset')).toEqual([]);
    expect(await sendMail(id, 'reset')).toEqual([]);
    expect(await lastEvent()).toEqual({ action: 'account.reset-sent', actor: admin.id, subject: id });
    // The address is confirmed on the site of the registration, on which the organization is created.
    expect(await mails()).toEqual([
      { template: 'verify-email', language: 'de', site: 'uk' },
      { template: 'reset-password', language: 'de', site: 'default' },
      { template: 'reset-password', language: 'de', site: 'default' },
    ]);
    expect(await links()).toEqual([
      { purpose: 'reset-password', details: {} },
      { purpose: 'verify-email', details: { organization: 'Meadow', site: 'uk' } },
    ]);
    await sql`update account set email_verified = ${world.now} where id = ${id}::uuid`.execute(world.database);
    expect(await sendMail(id, 'verification')).toEqual(['This address is already confirmed']);
    await sql`update account set blocked_at = ${world.now} where id = ${id}::uuid`.execute(world.database);
    expect(await sendMail(id, 'reset')).toEqual(['This account is blocked. Please unblock it first']);
    expect(await mails()).toHaveLength(3);
  });
});
