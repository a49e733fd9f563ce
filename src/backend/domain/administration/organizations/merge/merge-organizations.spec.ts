import { sql } from 'kysely';
import { jobWorld } from '../../../../../../test/support/worlds/job-world.js';
import { waitFor } from '../../../../../../test/support/wait-for.js';
import { ORGANIZATION_REFERENCES } from './merge-organizations.js';

describe('[ROLE-01] merging organizations', () => {
  const world = jobWorld();
  let admin: { id: string; jwt: string };
  beforeAll(async () => {
    admin = await world.reviewer('administrator');
  });

  const merge = async (from: number, into: number, process = 0) => {
    const { errors } = await world.ask<{ errors: { rule: string }[] }>(
      `mergeOrganizations(from: "${from}", into: "${into}") { errors { rule } }`,
      admin.jwt,
      process,
    );
    return errors.map(({ rule }) => rule);
  };
  const preview = async (from: number, into: number) => {
    const found = await world.ask<{ effects: { kind: string; count: number }[]; errors: { rule: string }[] } | null>(
      `organizationMerge(from: "${from}", into: "${into}") { effects { kind count } errors { rule } }`,
      admin.jwt,
    );
    return (
      found && { ...Object.fromEntries(found.effects.map(({ kind, count }) => [kind, count])), errors: found.errors }
    );
  };
  const rows = async <T>(query: ReturnType<typeof sql>) => (await query.execute(world.database)).rows as T[];
  const organizationOf = async (job: string) =>
    (await rows<{ id: number }>(sql`select organization_id as id from job where id = ${job}`))[0]!.id;
  const published = async (jwt: string) => {
    const job = await world.draft(jwt);
    await world.move(jwt, job, 'publish');
    return job;
  };
  const found = async (organization: number): Promise<string[]> => {
    const { documents } = await world.ask<{ documents: { id: string; organization: { id: string } }[] }>(
      `searchAPISearch(index_id: "jobs", range: { first: 0, last: 50 }) {
        documents { ... on JobDocument { id organization { id } } } }`,
      null,
      1,
    );
    return documents.filter((each) => each.organization.id === String(organization)).map(({ id }) => id);
  };

  it('knows every column of the database that refers to an organization', async () => {
    const columns = await rows<{ name: string }>(sql`
      select c.table_name || '.' || c.column_name as name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (
        c.column_name in ('organization_id', 'merged_into') or exists (
          select from information_schema.key_column_usage k
          join information_schema.referential_constraints r on r.constraint_name = k.constraint_name
          join information_schema.constraint_column_usage u on u.constraint_name = r.constraint_name
          where k.table_name = c.table_name and k.column_name = c.column_name and u.table_name = 'organization'
        )
      ) order by 1
    `);
    expect(columns.map(({ name }) => name)).toEqual(Object.keys(ORGANIZATION_REFERENCES).sort());
  });

  it('moves jobs, people, invitations and templates, deletes the page, and notifies everybody', async () => {
    const [from, into] = [await world.organization(), await world.organization()];
    const [ada, grace, both] = [await world.member(from), await world.member(into), await world.member(from)];
    await sql`insert into organization_member values (${into}, ${both.id}::uuid, 'editor')`.execute(world.database);
    await sql`update account set active_organization = ${from} where id = ${ada.id}::uuid`.execute(world.database);
    const [job, own] = [await published(ada.jwt), await published(grace.jwt)];
    const draft = await world.draft(ada.jwt);
    const template = (organization: number, name: string) => sql`
      insert into answer_template (organization_id, name, subject, body, updated_at) values (${organization}, ${name}, 's', 'b', now())
    `;
    for (const [organization, name] of [
      [from, 'Thanks'],
      [from, 'No'],
      [into, 'thanks'],
    ] as const)
      await template(organization, name).execute(world.database);
    for (const [organization, email] of [
      [from, 'new@people.test'],
      [from, 'twice@people.test'],
      [into, 'twice@people.test'],
      [from, grace.email],
    ] as const)
      await sql`
        insert into organization_invitation (organization_id, email, role, digest, created_at, expires_at)
        values (${organization}, ${email}, 'editor', ${Buffer.from(`${organization} ${email}`)}, now(), now() + interval '1 day')
      `.execute(world.database);
    await sql`insert into organization_details (organization_id) values (${from}), (${into})`.execute(world.database);
    const applicant = await world.person('applicant');
    await sql`insert into resume_contact_block values (${applicant.id}::uuid, ${from}, now())`.execute(world.database);

    expect(await preview(from, into)).toEqual({
      jobs: 2,
      applications: 0,
      members: 1,
      invitations: 3,
      templates: 2,
      contacts: 0,
      page: 1,
      drafts: 0,
      credits: 0,
      errors: [],
    });
    expect(await merge(from, into)).toEqual([]);

    for (const each of [job, own, draft]) expect(await organizationOf(each)).toBe(into);
    await waitFor('the other process to find both', async () => (await found(into)).length === 2);
    expect(await found(from)).toEqual([]);
    const members = await rows(sql`
      select account_id as id, role from organization_member where organization_id in (${from}, ${into}) order by account_id
    `);
    const expected = [ada, grace, both].map(({ id }) => ({ id, role: 'owner' }));
    expect(members).toEqual(expected.sort((one, other) => (one.id < other.id ? -1 : 1)));
    expect(await rows(sql`select active_organization as id from account where id = ${ada.id}::uuid`)).toEqual([
      { id: into },
    ]);
    const templates = await rows<{ name: string }>(
      sql`select name from answer_template where organization_id = ${into} order by id`,
    );
    expect(templates.map(({ name }) => name)).toEqual([expect.stringMatching(/^Thanks \(\d+\)$/), 'No', 'thanks']);
    expect(
      await rows(sql`select email from organization_invitation where organization_id = ${into} order by email`),
    ).toEqual([{ email: 'new@people.test' }, { email: 'twice@people.test' }]);
    expect(
      await rows(
        sql`select organization_id as id from organization_details where organization_id in (${from}, ${into})`,
      ),
    ).toEqual([{ id: into }]);
    expect(await rows(sql`select organization_id as id from resume_contact_block`)).toEqual([{ id: into }]);
    for (const { email } of [ada, grace, both])
      expect((await world.mailsTo(email)).map(({ template: sent }) => sent)).toEqual(['organization-merged']);
    const events = await rows<object>(sql`select action, details from audit_event order by id desc limit 2`);
    expect(events).toEqual([
      { action: 'organization.absorbed', details: { organization: String(into), other: String(from) } },
      { action: 'organization.merged', details: { organization: String(from), other: String(into) } },
    ]);
    const left = await world.ask<{ state: string; mergedInto: string }>(
      `siteOrganization(id: "${from}") { state mergedInto }`,
      admin.jwt,
    );
    expect(left).toEqual({ state: 'closed', mergedInto: String(into) });
    // Members of the merged organization can edit jobs of the other one.
    expect((await world.move(ada.jwt, own, 'archive')).errors).toEqual([]);
  });

  it('addresses redirect over several merges, and late rows follow', async () => {
    const [first, second, third] = [await world.organization(), await world.organization(), await world.organization()];
    expect(await merge(first, second)).toEqual([]);
    expect(await merge(second, third)).toEqual([]);
    const { __typename, target } = await world.ask<{ __typename: string; target: string }>(
      `getRoutInfo(slug: "/organization/${first}/x") { __typename ... on RedirectResponse { target } }`,
      null,
    );
    expect([__typename, target]).toEqual(['RedirectResponse', expect.stringMatching(`^/organization/${third}/`)]);
    // A feed still names the first organization.
    const member = await world.member(third);
    const job = await world.draft(member.jwt);
    await sql`update job set organization_id = ${first} where id = ${job}`.execute(world.database);
    expect(await organizationOf(job)).toBe(third);
  });

  it('refuses what cannot be merged, and changes nothing', async () => {
    const [from, into] = [await world.organization(), await world.organization()];
    const refused = async (one: number, other: number) => {
      const [rule] = await merge(one, other);
      return rule;
    };
    expect(await refused(from, from)).toBe('same');
    expect(await refused(from, 999_999)).toBe('gone');
    await sql`update organization set site = 'elsewhere' where id = ${into}`.execute(world.database);
    expect(await refused(from, into)).toBe('gone');
    expect(await preview(from, into)).toBeNull();
    await sql`update organization set site = 'default', suspended_from = 'public', state = 'closed' where id = ${into}`.execute(
      world.database,
    );
    expect(await refused(from, into)).toBe('suspended');
    expect(await preview(from, into)).toMatchObject({ errors: [{ rule: 'suspended' }] });
    await sql`update organization set suspended_from = null where id = ${into}`.execute(world.database);
    expect(await refused(from, into)).toBe('gone');
    await sql`update organization set state = 'pending' where id = ${into}`.execute(world.database);
    expect(await refused(from, into)).toBe('pending');
    await sql`update organization set state = 'public' where id = ${into}`.execute(world.database);
    await sql`
      insert into subscription (organization_id, type, status, product_id, product_name, label, start_at)
      values (${from}, 'job_slots', 'expired', 'x', 'x', 'x', now())
    `.execute(world.database);
    expect(await refused(from, into)).toBe('books');
    // The opposite direction is allowed: accounting records stay where they are.
    expect(await refused(into, from)).toBeUndefined();
  });

  it('of two concurrent merges in opposite directions, one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await world.organization(), await world.organization()];
      const owner = await world.member(one);
      const job = await world.draft(owner.jwt);
      const outcomes = await Promise.all([merge(one, other, 0), merge(other, one, 1)]);
      expect(outcomes.map((errors) => errors[0] ?? 'done').sort()).toEqual(['done', 'gone']);
      const stays = outcomes[0].length === 0 ? other : one;
      expect(await organizationOf(job)).toBe(stays);
      const states = await rows<{ id: number }>(
        sql`select id from organization where id in (${one}, ${other}) and state = 'public'`,
      );
      expect(states).toEqual([{ id: stays }]);
    }
  });
});
