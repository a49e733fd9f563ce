import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startBackendProcess } from '../../support/products.mjs';

const PASSWORD = 'a long way to Tipperary';
const EMAIL = 'boss@people.test';

interface Answer {
  data: Record<string, { jwt?: string; errors: { rule: string }[] }>;
}

describe('[ROLE-01] a merge of organizations whose backend is killed before it is complete', () => {
  let test: TestDatabase;
  let folder: string;
  let backend: RunningProduct | undefined;
  const killFile = () => join(folder, 'kill.json');

  beforeAll(async () => {
    test = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'causeboard-merge-'));
    const password_hash = await hashPassword(PASSWORD);
    await sql`
      insert into account (email, name, roles, password_hash, email_verified)
      values (${EMAIL}, 'Boss', '{administrator}', ${password_hash}, now())
    `.execute(test.database);
    await start();
  }, 120_000);
  afterAll(async () => {
    await backend?.stop();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    backend = await startBackendProcess(
      folder,
      { databaseUrl: test.url, searchMemoryMb: 0 },
      { args: ['--import', './test/support/processes/kill-at-statement.mjs'], env: { KILL_FILE: killFile() } },
    );
  }

  async function ask(operation: string, jwt?: string) {
    const response = await fetch(`${backend!.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-causeboard-frontend': 'default; locale=en',
        ...(jwt && { authorization: `Bearer ${jwt}` }),
      },
      body: JSON.stringify({ query: `mutation { done: ${operation} }` }),
    });
    return ((await response.json()) as Answer).data.done!;
  }

  /** Creates an organization with a member, a job and a template. */
  async function makeOrganization(name: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into organization (site, slug, name, language, source, source_key)
        values ('default', ${name}, ${name}, 'en', 'test', ${name}) returning id
      ), person as (
        insert into account (email, name, roles) values (${`${name}@people.test`}, ${name}, '{recruiter}') returning id
      ), member as (
        insert into organization_member select made.id, person.id, 'owner' from made, person
      ), job as (
        insert into job (site, organization_id, title, language, description, state, published_at, application_workflow, content_hash,
          source, source_key, country_code)
        select 'default', id, 'Cook', 'en', '', 'archived', now(), 'form', 'x', 'test', ${name}, 'CA' from made
      )
      select id from made
    `.execute(test.database);
    const id = rows[0]!.id;
    await sql`
      insert into answer_template (organization_id, name, subject, body, updated_at) values (${id}, ${name}, 's', 'b', now())
    `.execute(test.database);
    return id;
  }

  /** Returns everything that a merge changes. */
  async function stateOf(ids: readonly number[]): Promise<string> {
    const { rows } = await sql<{ state: object }>`
      select json_build_object(
        'organizations', (select json_agg(json_build_array(id, state, merged_into) order by id) from organization where id = any(${ids}::bigint[])),
        'jobs', (select json_agg(organization_id order by id) from job where organization_id = any(${ids}::bigint[])),
        'members', (select json_agg(organization_id order by account_id) from organization_member where organization_id = any(${ids}::bigint[])),
        'templates', (select json_agg(organization_id order by id) from answer_template where organization_id = any(${ids}::bigint[])),
        'mails', (select count(*) from mail where template = 'organization-merged' and details->>'organization' like 'from%'),
        'events', (select count(*) from audit_event where details->>'organization' = any(${ids.map(String)}::text[]))
      ) as state
    `.execute(test.database);
    return JSON.stringify(rows[0]!.state);
  }

  it.each([
    ['the jobs moved', '^update job set organization_id', false],
    ['the people moved', '^delete from organization_member', false],
    ['the page ended', "^update organization set state = 'closed'", false],
    ['the mails were put', '^insert into "mail"', false],
    ['it was committed', '^commit', true],
  ])(
    'changes nothing or everything: killed after %s',
    async (_when, sent, mayBeDone) => {
      const stamp = Math.random().toString(36).slice(2);
      const ids = [await makeOrganization(`from-${stamp}`), await makeOrganization(`into-${stamp}`)] as const;
      const before = await stateOf(ids);
      const { jwt } = await ask(`userLogin(email: "${EMAIL}", password: "${PASSWORD}") { jwt errors { rule } }`);
      const merge = `mergeOrganizations(from: "${ids[0]}", into: "${ids[1]}") { errors { rule } }`;
      Object.assign(backend!.child, { stopping: true });
      writeFileSync(`${killFile()}.new`, JSON.stringify({ sent }));
      renameSync(`${killFile()}.new`, killFile());
      await expect(ask(merge, jwt)).rejects.toThrow();
      await backend!.exited;
      rmSync(killFile());
      const after = await stateOf(ids);
      if (!mayBeDone) expect(after).toBe(before);
      await start();
      // Another process does the merge, unless it was complete already.
      const { errors } = await ask(merge, jwt);
      expect(errors.map(({ rule }) => rule)).toEqual(after === before ? [] : ['gone']);
      expect(JSON.parse(await stateOf(ids))).toMatchObject({
        organizations: [
          [ids[0], 'closed', ids[1]],
          [ids[1], 'public', null],
        ],
        jobs: [ids[1], ids[1]],
        members: [ids[1], ids[1]],
        templates: [ids[1], ids[1]],
        events: 2,
      });
    },
    180_000,
  );
});
