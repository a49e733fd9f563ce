import { sql } from 'kysely';
import { jobWorld } from '../../../../../../test/support/worlds/job-world.js';
import { waitFor } from '../../../../../../test/support/wait-for.js';
import { followEarlierMerges } from '../../../../search/alerts/edit-alerts.js';

const DAY_S = 86_400;

interface KeptAlert {
  id: string;
  summary: string;
  url: { path: string };
  everySeconds: number;
}

describe('[ROLE-01] [APP-06] searches for an organization that is merged into another one', () => {
  const world = jobWorld({ mail: { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' } });
  let admin: { jwt: string };
  beforeAll(async () => {
    admin = await world.reviewer('administrator');
  });

  const merge = async (from: number, into: number) => {
    const merging = `mergeOrganizations(from: "${from}", into: "${into}") { errors { rule } }`;
    expect((await world.ask<{ errors: unknown[] }>(merging, admin.jwt)).errors).toEqual([]);
  };
  const applicant = async () => {
    const { email } = await world.person();
    return { email, jwt: await world.jwtOf(email) };
  };
  const named = (name: string) => ({
    conditions: `{ name: "job_organization_name", value: "${name}" }`,
    page: '/jobs',
  });
  const of = (...organizations: number[]) => ({
    conditions: `{ name: "field_job_organization", value: "${organizations.join(',')}" }`,
    page: `/jobs?search=&company=${organizations.join('&company=')}&sorting=relevancy`,
  });
  /** @returns the id of the alert; null if the address has to be confirmed first */
  async function alert(
    { conditions, page }: { conditions: string; page: string },
    { jwt, everySeconds = DAY_S, email }: { jwt?: string; everySeconds?: number; email?: string },
  ): Promise<string | null> {
    const group = `condition_group: { conjunction: AND, groups: [{ conjunction: OR, tags: ["facet:company"], conditions: [${conditions}] }] }`;
    const input = `{ search: { ${group} }, page: "${page}", everySeconds: ${everySeconds}, email: ${JSON.stringify(email ?? null)} }`;
    const { alert: kept, errors } = await world.ask<{ alert: { id: string } | null; errors: unknown[] }>(
      `createJobAlert(input: ${input}) { outcome alert { id } errors { rule: message } }`,
      jwt,
    );
    expect(errors).toEqual([]);
    return kept?.id ?? null;
  }
  const alertsOf = ({ jwt }: { jwt: string }) =>
    world.ask<KeptAlert[]>('ownAlerts { id summary url { path } everySeconds }', jwt);
  async function publish(organization: number, title: string): Promise<void> {
    const { jwt } = await world.member(organization);
    await world.move(jwt, await world.draft(jwt, { title }), 'publish');
  }
  /** Waits until all due mails are written. @returns the job titles in each mail to an address */
  async function told(email: string, mails: number): Promise<string[][]> {
    world.now = new Date(world.now.getTime() + 3 * DAY_S * 1000);
    await sql`insert into data_change (kind) values ('alert')`.execute(world.database);
    const sent = async () => {
      const { rows } = await sql<{ items: { title: string }[] }>`
        select (details->>'items')::jsonb as items from mail where recipient = ${email} and template = 'job-alert' order by id
      `.execute(world.database);
      return rows.map(({ items }) => items.map(({ title }) => title));
    };
    await waitFor('mails of alerts', async () => (await sent()).length >= mails);
    return sent();
  }
  const nameOf = async (organization: number) => {
    const { rows } = await sql<{ name: string }>`select name from organization where id = ${organization}`.execute(
      world.database,
    );
    return rows[0]!.name;
  };

  it('find later jobs of the remaining organization, and show its name', async () => {
    const [from, into, third] = [await world.organization(), await world.organization(), await world.organization()];
    const person = await applicant();
    await alert(of(third, from), person);
    const email = 'visitor@people.test';
    await alert(of(from), { email });
    await sql`
      update alert set confirmed_at = ${world.now}, due_at = ${world.now}::timestamptz + interval '1 day' where email = ${email}
    `.execute(world.database);
    await publish(from, 'Cook before');
    await merge(from, into);
    await publish(into, 'Cook after');
    const [kept, ...others] = await alertsOf(person);
    expect(others).toEqual([]);
    expect(kept!.summary).toBe(`${await nameOf(third)} · ${await nameOf(into)}`);
    expect(kept!.url.path).toBe(`/jobs?search=&company=${third}&sorting=relevancy&company=${into}`);
    expect(await told(person.email, 1)).toEqual([['Cook after', 'Cook before']]);
    expect(await told(email, 1)).toEqual([['Cook after', 'Cook before']]);
  });

  it('become one alert for a person who had both, which has the shorter interval and reports nothing twice', async () => {
    const [from, into] = [await world.organization(), await world.organization()];
    const person = await applicant();
    const frequent = await alert(of(from), person);
    await alert(of(into), { ...person, everySeconds: 7 * DAY_S });
    await alert(of(from, into), { ...person, everySeconds: 7 * DAY_S });
    await publish(from, 'Cook');
    await publish(into, 'Driver');
    // By then, the weekly alerts have found both jobs.
    expect(await told(person.email, 1)).toEqual([['Cook']]);
    await publish(into, 'Nurse');
    await merge(from, into);
    expect(await alertsOf(person)).toMatchObject([{ id: frequent, everySeconds: DAY_S }]);
    expect(await told(person.email, 2)).toEqual([['Cook'], ['Nurse', 'Driver']]);
  });

  it('can be cancelled with the links of mails that were sent before, also after two merges', async () => {
    const [one, two, three] = [await world.organization(), await world.organization(), await world.organization()];
    const person = await applicant();
    for (const organization of [one, two, three]) await alert(of(organization), person);
    const { rows: alerts } = await sql<{ token: string }>`
      select token from alert where account_id = (select id from account where email = ${person.email})
    `.execute(world.database);
    await merge(one, two);
    await merge(two, three);
    const [remaining, ...others] = await alertsOf(person);
    expect(others).toEqual([]);
    const byLink = (token: string) => `alertOfLink(token: "${token}") { id }`;
    for (const { token } of alerts) expect(await world.ask(byLink(token))).toEqual({ id: remaining!.id });
    expect(await world.ask(`deleteAlertByLink(token: "${alerts[0]!.token}")`)).toBe(true);
    expect(await alertsOf(person)).toEqual([]);
    for (const { token } of alerts) expect(await world.ask(byLink(token))).toBeNull();
  });

  it('name the remaining organization when they are saved after the merge from a page loaded before it', async () => {
    const [from, into] = [await world.organization(), await world.organization()];
    const person = await applicant();
    await merge(from, into);
    const kept = await alert(of(from), person);
    expect(await alert(of(into), person)).toBe(kept);
    expect(await alertsOf(person)).toMatchObject([{ summary: await nameOf(into) }]);
  });

  it('name the remaining organization when they are saved during the merge', async () => {
    for (let round = 0; round < 5; round++) {
      const [from, into] = [await world.organization(), await world.organization()];
      const person = await applicant();
      await Promise.all([merge(from, into), alert(of(from), person)]);
      expect(await alertsOf(person)).toMatchObject([{ summary: await nameOf(into) }]);
    }
  });

  it('are also changed if they use the name, unless another organization has the same name', async () => {
    const [from, into, twin] = [await world.organization(), await world.organization(), await world.organization()];
    const person = await applicant();
    const name = await nameOf(from);
    await alert(named(name.toUpperCase()), person);
    await sql`update organization set name = ${name} where id = ${twin}`.execute(world.database);
    await merge(from, into);
    expect(await alertsOf(person)).toMatchObject([{ summary: name.toUpperCase() }]);
    await merge(twin, into);
    expect(await alertsOf(person)).toMatchObject([{ summary: await nameOf(into) }]);
  });

  it('are repaired after merges by versions that did not change alerts', async () => {
    const [from, into] = [await world.organization(), await world.organization()];
    const person = await applicant();
    await alert(of(from), person);
    await sql`update organization set state = 'closed', merged_into = ${into} where id = ${from}`.execute(
      world.database,
    );
    await followEarlierMerges(world.database);
    expect(await alertsOf(person)).toMatchObject([{ summary: await nameOf(into) }]);
  });

  it('name the remaining organization in the job lists of landing pages', async () => {
    const [from, into] = [await world.organization(), await world.organization()];
    const blocks = JSON.stringify([
      { kind: 'text', html: `<p>company=${from}</p>` },
      { kind: 'jobs', title: 'Jobs', search: `company=${from}%2C${into}&search=cook` },
    ]);
    const { rows } = await sql<{ id: number }>`
      insert into landing_page (site, language, slug, title, body, blocks)
      values ('default', 'en', '/brook', 'Brook', '', ${blocks}::jsonb) returning id
    `.execute(world.database);
    await merge(from, into);
    const page = await world.ask<{ blocks: unknown[] }>(
      `landingPage(id: "${rows[0]!.id}") { blocks { ... on TextBlock { text } ... on JobListBlock { search } } }`,
    );
    expect(page.blocks).toEqual([{ text: `<p>company=${from}</p>` }, { search: `company=${into}&search=cook` }]);
  });

  it('leave malformed parts of landing pages as they are', async () => {
    const [from, into] = [await world.organization(), await world.organization()];
    const malformed = [null, 7, { kind: 'jobs', search: [1] }, { kind: 'jobs', search: null }, { kind: 'jobs' }];
    const blocks = JSON.stringify([...malformed, { kind: 'jobs', title: 'Jobs', search: `company=${from}` }]);
    await sql`
      insert into landing_page (site, language, slug, title, body, blocks)
      values ('default', 'en', '/malformed', 'Malformed', '', ${blocks}::jsonb)
    `.execute(world.database);
    await merge(from, into);
    const { rows } = await sql`select blocks from landing_page where slug = '/malformed'`.execute(world.database);
    expect(rows).toEqual([{ blocks: [...malformed, { kind: 'jobs', title: 'Jobs', search: `company=${into}` }] }]);
  });
});
