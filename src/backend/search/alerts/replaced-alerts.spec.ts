import { sql } from 'kysely';
import { NEVER_SECONDS } from '#contract/alerts.js';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { putMail } from '../../platform/mail/outbox.js';

const DAY_S = 86_400;
const MAIL = { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' };

describe('[APP-06] an alert of an email address that becomes one of the account', () => {
  const world = jobWorld({ mail: MAIL });
  const input = (email?: string, everySeconds = DAY_S) =>
    `{ search: { fulltext: { keys: ["cook"] } }, page: "/jobs?search=cook", everySeconds: ${everySeconds}, email: ${JSON.stringify(email ?? null)} }`;
  const create = (email?: string, jwt?: string, everySeconds?: number) =>
    world.ask<{ outcome: string; alert: { id: string } | null }>(
      `createJobAlert(input: ${input(email, everySeconds)}) { outcome alert { id } }`,
      jwt,
    );
  const listed = (jwt: string) =>
    world.ask<{ id: string; everySeconds: number }[]>('ownAlerts { id everySeconds }', jwt);
  const byLink = (token: string) => world.ask<{ id: string } | null>(`alertOfLink(token: "${token}") { id }`);

  /** Creates and confirms an alert of an address. @returns its token */
  async function confirmed(email: string): Promise<string> {
    expect((await create(email)).outcome).toBe('check_mail');
    const { rows } = await sql<{ token: string }>`select token from alert where email = ${email}`.execute(
      world.database,
    );
    expect(await world.ask(`confirmAlert(token: "${rows[0]!.token}")`)).toBe(true);
    return rows[0]!.token;
  }

  it('can be cancelled with the links of earlier mails', async () => {
    const { email } = await world.person();
    const token = await confirmed(email);
    const jwt = await world.jwtOf(email);
    const { alert } = await create(undefined, jwt);
    expect(await world.ask('ownAlerts { id }', jwt)).toEqual([alert]);
    expect(await byLink(token)).toEqual(alert);
    expect(await world.ask(`deleteAlertByLink(token: "${token}")`)).toBe(true);
    expect(await world.ask('ownAlerts { id }', jwt)).toEqual([]);
    expect(await byLink(token)).toBeNull();
  });

  it('keeps its interval, as an alert of the account does when it is created again', async () => {
    const { email } = await world.person();
    await confirmed(email);
    const jwt = await world.jwtOf(email);
    for (let times = 0; times < 2; times += 1) {
      const { alert } = await create(undefined, jwt, 10 * DAY_S);
      expect(await listed(jwt)).toEqual([{ ...alert, everySeconds: DAY_S }]);
    }
  });

  it('sends mails again if it was paused', async () => {
    const { email } = await world.person();
    const jwt = await world.jwtOf(email);
    const { alert } = await create(undefined, jwt);
    await sql`update alert set every_seconds = -1, due_at = null where id = ${alert!.id}::uuid`.execute(world.database);
    await create(undefined, jwt, 7 * DAY_S);
    expect(await world.ask('ownAlerts { id everySeconds next }', jwt)).toEqual([
      { ...alert, everySeconds: 7 * DAY_S, next: expect.any(String) as string },
    ]);
  });

  /** The alerts of a person, with what they have found but not reported. */
  async function stored({ id, email }: { id: string; email: string }) {
    const { rows } = await sql<{ id: string; token: string; of_account: boolean; due_at: Date; found: number[] }>`
      select id, token, account_id is not null as of_account, due_at, array(select item_id from alert_match m
        where m.alert_id = alert.id and m.sent_at is null order by item_id)::integer[] as found
      from alert where account_id = ${id}::uuid or email = ${email}
    `.execute(world.database);
    return rows;
  }

  it('still reports what it has found, at the same time', async () => {
    const person = await world.person();
    await confirmed(person.email);
    await sql`insert into alert_match (alert_id, item_id) select id, 1 from alert where email = ${person.email}`.execute(
      world.database,
    );
    const before = await stored(person);
    world.now = new Date(world.now.getTime() + (DAY_S * 1000) / 2);
    await create(undefined, await world.jwtOf(person.email));
    expect(before).toMatchObject([{ of_account: false, found: [1] }]);
    expect(await stored(person)).toEqual(before.map((alert) => ({ ...alert, of_account: true })));
  });

  it('is one with an alert that the account already has, and with what that has found', async () => {
    const person = await world.person();
    const token = await confirmed(person.email);
    await sql`
      with own as (
        insert into alert (kind, site, search_id, account_id, token, language, page, every_seconds, due_at, confirmed_at, created_at)
        select kind, site, search_id, ${person.id}::uuid, 'own', language, page, every_seconds, null, confirmed_at, created_at
        from alert where email = ${person.email} returning id
      ) insert into alert_match (alert_id, item_id)
        select id, 1 from own union all select id, 2 from alert where email = ${person.email}
    `.execute(world.database);
    const { alert } = await create(undefined, await world.jwtOf(person.email));
    expect(await stored(person)).toMatchObject([{ ...alert, token, of_account: true, found: [1, 2] }]);
    for (const link of [token, 'own']) expect(await byLink(link)).toEqual(alert);
  });

  it('is confirmed with that', async () => {
    const { email } = await world.person();
    await create(email);
    const jwt = await world.jwtOf(email);
    const { alert } = await create(undefined, jwt);
    expect(await world.ask('ownAlerts { id confirmed next }', jwt)).toEqual([
      { ...alert, confirmed: true, next: expect.any(String) as string },
    ]);
  });
});

describe('[APP-06] a mail of an alert that waits to be sent', () => {
  const world = jobWorld({ mail: MAIL, recruiterApproval: true }, () =>
    Promise.resolve({ mail: { mailbox: true }, homeOf: () => 'https://good.test' }),
  );

  /** Queues a mail of a new alert of a new person. */
  async function queued(kind: 'job' | 'resume', role = 'applicant') {
    const person = await world.person(role);
    const token = `alert of ${person.email}`;
    await sql`
      with search as (
        insert into alert_search (kind, site, digest, search) values (${kind}, 'default', '', '{}')
        on conflict (kind, site, digest) do update set search = '{}' returning id
      ) insert into alert (kind, site, search_id, account_id, token, language, page, every_seconds, due_at, confirmed_at, created_at)
        select ${kind}, 'default', id, ${person.id}::uuid, ${token}, 'en', '/jobs', 86400, now() + interval '1 year', now(), now() from search
    `.execute(world.database);
    return { ...person, token, kind };
  }

  /** Lets the mails be sent. @returns the addresses that got one */
  async function recipients(people: readonly Awaited<ReturnType<typeof queued>>[]): Promise<string[]> {
    for (const { email: recipient, token, kind } of people) {
      const details = { path: '/jobs', search: '', items: '[]', count: '1', token };
      const mail = { site: 'default', language: 'en', template: `${kind}-alert`, recipient, details } as const;
      await putMail(world.database, mail, world.now);
    }
    const emails = people.map(({ email }) => email);
    const mails = () =>
      world.database.selectFrom('mail').select(['recipient', 'sent_at']).where('recipient', 'in', emails).execute();
    await waitFor('all mails to be sent or dropped', async () => (await mails()).every(({ sent_at: at }) => at));
    return (await mails()).map(({ recipient }) => recipient).sort();
  }

  it('is dropped if the alert has been ended, and not if another one has replaced it', async () => {
    const [kept, ended, replaced] = [await queued('job'), await queued('job'), await queued('job')];
    expect(await world.ask(`deleteAlertByLink(token: "${ended.token}")`)).toBe(true);
    await sql`
      insert into alert_former_token (token, alert_id) select ${replaced.token}, id from alert where token = ${kept.token}
    `.execute(world.database);
    await sql`delete from alert where token = ${replaced.token}`.execute(world.database);
    expect(await recipients([kept, ended, replaced])).toEqual([kept.email, replaced.email].sort());
  });

  it('[ROLE-05] is dropped if the alert is paused, or the recruiter is blocked or may no longer find resumes', async () => {
    const recruiters = await Promise.all(Array.from({ length: 5 }, () => queued('resume', 'recruiter')));
    const [kept, paused, blocked, refused, other] = recruiters;
    await sql`update account set approved_at = now() where 'recruiter' = any(roles)`.execute(world.database);
    await world.ask(`changeAlertByLink(token: "${paused!.token}", everySeconds: ${NEVER_SECONDS}) { outcome }`);
    await sql`update account set blocked_at = now() where id = ${blocked!.id}::uuid`.execute(world.database);
    await sql`update account set approved_at = null where id = ${refused!.id}::uuid`.execute(world.database);
    await sql`update account set roles = '{applicant}' where id = ${other!.id}::uuid`.execute(world.database);
    expect(await recipients(recruiters)).toEqual([kept!.email]);
  });
});
