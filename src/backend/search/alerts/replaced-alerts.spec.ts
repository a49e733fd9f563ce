import { sql } from 'kysely';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';

describe('[APP-06] an alert of an email address that becomes one of the account', () => {
  const world = jobWorld({ mail: { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' } });
  const input = (email?: string) =>
    `{ search: { fulltext: { keys: ["cook"] } }, page: "/jobs?search=cook", everySeconds: 86400, email: ${JSON.stringify(email ?? null)} }`;
  const create = (email?: string, jwt?: string) =>
    world.ask<{ outcome: string; alert: { id: string } | null }>(
      `createJobAlert(input: ${input(email)}) { outcome alert { id } }`,
      jwt,
    );
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
});
