import { sql } from 'kysely';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';

const DAY_S = 86_400;

describe('[APP-06] an alert of an email address that becomes one of the account', () => {
  const world = jobWorld({ mail: { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' } });
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

  it('can be cancelled with the links of earlier mails', async () => {
    const { email } = await world.person();
    expect((await create(email)).outcome).toBe('check_mail');
    const { rows } = await sql<{ token: string }>`select token from alert where email = ${email}`.execute(
      world.database,
    );
    const { token } = rows[0]!;
    expect(await world.ask(`confirmAlert(token: "${token}")`)).toBe(true);
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
    await create(email);
    const { rows } = await sql<{ token: string }>`select token from alert where email = ${email}`.execute(
      world.database,
    );
    await world.ask(`confirmAlert(token: "${rows[0]!.token}")`);
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
});
