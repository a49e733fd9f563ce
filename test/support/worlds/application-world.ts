import type { Kysely } from 'kysely';
import { Sessions, SessionTokens } from '../../../src/backend/domain/accounts/sessions/sessions.js';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import { startBackend } from '../../../src/backend/index.js';
import { saveJobs, type JobToSave } from '../../../src/backend/domain/jobs/job.repository.js';
import type { Backend } from '#contract/backend/backend.js';
import { UploadedFile } from '#shared/multipart/multipart.js';
import { createTestDatabase, silentLogger, type TestDatabase } from '../database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../data/jobs.js';

const SECRET = 'a-secret-of-this-test-alone-0123456789';
const START = '2026-11-21T09:00:00Z';
export const OWNER = 'the-browser-of-somebody';
export const PDF = Buffer.from('%PDF-1.7\nA letter.');
export const TYPED = {
  firstName: 'Ann',
  lastName: 'Bell',
  emailAddress: 'Ann@People.test',
  coverLetter: 'I cook.\r\n\r\nFor many.',
};

/** People around two organizations, each with a session token. */
const PEOPLE = {
  applicant: { roles: ['applicant'] },
  other: { roles: ['applicant'] },
  owner: { roles: ['recruiter'], member: { of: 0, role: 'owner' } },
  editor: { roles: ['recruiter'], member: { of: 0, role: 'editor' } },
  stranger: { roles: ['recruiter'], member: { of: 1, role: 'owner' } },
  job_editor: { roles: ['job_editor'] },
  site_admin: { roles: ['site_admin'] },
  administrator: { roles: ['administrator'] },
} as const;
export type Person = keyof typeof PEOPLE;

export interface Faults {
  errors: { field: string | null; message: string }[];
}

export interface Applied extends Faults {
  outcome: string;
  applicationId: string | null;
}

export interface SentFile extends Faults {
  file: { token: string; name: string; size: number } | null;
  received: number;
  complete: boolean;
}

/** Two organizations with jobs, people of all roles, and functions with which tests send requests about applications to a backend. */
export function applicationWorld() {
  let test: TestDatabase;
  let backend: Backend;
  let sessions: Sessions;
  let keys = 0;
  let jobs = 0;
  const organizations: string[] = [];
  const world = {
    now: new Date(START),
    tokens: {} as Record<Person, string>,
    ids: {} as Record<Person, string>,
    get database(): Kysely<Database> {
      return test.database;
    },
    get backend(): Backend {
      return backend;
    },
    ask,
    apply,
    sendPart,
    sendFile,
    job,
    fetch,
    mails,
    logInAgain,
  };

  beforeAll(async () => {
    test = await createTestDatabase();
    const site = { languages: ['en'], countries: ['CA'], demo: 'international' as const };
    const mail = { title: 'Causeboard', contactEmail: 'hello@causeboard.test', accent: '#0b5d57' };
    backend = await startBackend({
      dataDir: 'none',
      searchMemoryMb: 0,
      databaseUrl: test.url,
      demoData: false,
      clock: () => world.now,
      sites: [
        { ...site, name: 'default', mail, applications: { captcha: false, needAccount: false, closingMessage: true } },
        { ...site, name: 'guarded', mail, applications: { captcha: true, needAccount: false } },
        { ...site, name: 'closed', mail, applications: { captcha: false, needAccount: true } },
      ],
      secrets: [SECRET],
      logger: silentLogger,
    });
    for (const name of ['Food Bank', 'Night Shelter'])
      organizations.push(await createOrganization(test.database, 'default', name));
    const feed = { subscribe: () => () => undefined, sync: () => Promise.resolve(), isCurrent: false };
    sessions = new Sessions(test.database, new SessionTokens([SECRET]), feed);
    for (const [name, { roles, ...person }] of Object.entries(PEOPLE)) {
      const email = `${name}@people.test`;
      const { id } = await test.database
        .insertInto('account')
        .values({
          email,
          name,
          roles: [...roles],
          password_hash: null,
          email_verified: world.now,
          approved_at: world.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if ('member' in person)
        await test.database
          .insertInto('organization_member')
          .values({
            organization_id: Number(organizations[person.member.of]),
            account_id: id,
            role: person.member.role,
          })
          .execute();
      world.ids[name as Person] = id;
      world.tokens[name as Person] = await sessions.begin(test.database, { accountId: id, now: world.now });
    }
  }, 60_000);
  beforeEach(() => {
    world.now = new Date(START);
  });
  afterAll(async () => {
    await backend.close();
    await test.close();
  });

  /** @throws GraphQL errors, with their code */
  async function ask<T>(
    query: string,
    variables: Record<string, unknown> = {},
    who?: Person,
    site = 'default',
    locale = 'en',
  ): Promise<T> {
    const headers: Record<string, string> = { 'x-causeboard-frontend': `${site}; locale=${locale}` };
    if (who) headers.authorization = `Bearer ${world.tokens[who]}`;
    const { data, errors } = await backend.execute({ operationName: '', query, variables, headers });
    if (errors)
      throw new Error(
        errors.map(({ extensions, message }) => (extensions?.code as string | undefined) ?? message).join(),
      );
    return Object.values(data as Record<string, T>)[0]!;
  }

  function apply(jobId: string, input: object = {}, who?: Person, site?: string, locale?: string): Promise<Applied> {
    keys += 1;
    const given = { jobId, requestKey: `the-key-of-a-form-${keys}`, owner: OWNER, ...TYPED, ...input };
    const query = `mutation A($input: ApplicationInput!) { applyToJob(input: $input) { outcome applicationId errors { field message } } }`;
    return ask(query, { input: given }, who, site, locale);
  }

  function sendPart(input: object, bytes: Uint8Array): Promise<SentFile> {
    const query = `mutation F($input: ApplicationFileInput!, $part: Upload!) {
      sendApplicationFile(input: $input, part: $part) { file { token name size } received complete errors { field message } } }`;
    const given = { token: null, name: 'cv.pdf', offset: 0, last: true, owner: OWNER, ...input };
    return ask(query, { input: given, part: new UploadedFile('part', bytes) });
  }

  async function sendFile(name = 'cv.pdf', bytes: Uint8Array = PDF, owner = OWNER): Promise<string> {
    return (await sendPart({ name, owner }, bytes)).file!.token;
  }

  /** @param columns further columns, which an import does not set */
  async function job(
    changes: Partial<JobToSave> = {},
    columns: Record<string, unknown> = {},
    { site = 'default', of = 0 } = {},
  ): Promise<string> {
    jobs += 1;
    const organization = site === 'default' ? organizations[of]! : await createOrganization(test.database, site);
    const saved = jobToSave(organization, { sourceKey: `job ${jobs}`, ...changes });
    const [{ id } = { id: '' }] = await saveJobs(test.database, site, [saved], recordingIndexer());
    if (Object.keys(columns).length > 0)
      await test.database.updateTable('job').set(columns).where('id', '=', Number(id)).execute();
    return id;
  }

  async function fetch(path: string, who?: Person) {
    const headers: Record<string, string> = who ? { authorization: `Bearer ${world.tokens[who]}` } : {};
    const answer = await backend.fetch({ path, headers });
    const pieces: Uint8Array[] = [];
    if (answer.body instanceof Uint8Array) pieces.push(answer.body);
    else for await (const piece of answer.body) pieces.push(piece);
    return { status: answer.status, headers: answer.headers, body: Buffer.concat(pieces) };
  }

  /** Starts new sessions at the world's current time, for tests that outlast a session. */
  async function logInAgain(...people: Person[]): Promise<void> {
    for (const name of people)
      world.tokens[name] = await sessions.begin(test.database, { accountId: world.ids[name], now: world.now });
  }

  function mails() {
    return test.database
      .selectFrom('mail')
      .select(['template', 'recipient', 'details', 'language'])
      .orderBy('id')
      .execute();
  }

  return world;
}
