import type { Kysely } from 'kysely';
import type { Backend, BackendOptions, BackendSite } from '#contract/backend/backend.js';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import { startBackend } from '../../../src/backend/index.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { waitFor } from '../wait-for.js';

export const PASSWORD = 'a long way to Tipperary';
export const BROKEN = 'This link no longer works. Please request a new one';
const SECRET = 'a-secret-of-this-test-alone-0123456789';
const START = '2026-11-21T09:00:00Z';

interface Outcome {
  jwt?: string | null;
  errors: { field: string | null; message: string }[];
}

/**
 * Two backends on one database for the tests of a `describe`, with functions that send requests to them.
 *
 * @param rules settings of the site that differ from the defaults
 * @param settings options of the backends, requested when the tests begin
 */
export function accountWorld(
  rules: Partial<BackendSite> = {},
  settings: () => Promise<Partial<BackendOptions>> = () => Promise.resolve({}),
) {
  let test: TestDatabase;
  const backends: Backend[] = [];
  let people = 0;
  const logged: string[] = [];
  const world = {
    now: new Date(START),
    /** Hash of PASSWORD. */
    hash: '',
    /** Log entries of the backends. */
    logged,
    get backend(): Backend {
      return backends[0]!;
    },
    get database(): Kysely<Database> {
      return test.database;
    },
    ask,
    send,
    person,
    logIn,
    jwtOf,
    userOf,
    register,
    reset,
    mailsTo,
    resetToken,
  };

  beforeAll(async () => {
    test = await createTestDatabase();
    const site = {
      name: 'default',
      languages: ['en', 'de'],
      countries: ['CA'],
      demo: 'international' as const,
      ...rules,
    };
    const log = (details: unknown, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`);
    const options = {
      dataDir: 'none',
      searchMemoryMb: 0,
      databaseUrl: test.url,
      sites: [site],
      demoData: false,
      secrets: [SECRET],
      logger: { info: log, warn: log, error: log },
      clock: () => world.now,
      ...(await settings()),
    };
    for (let count = 0; count < 2; count++) backends.push(await startBackend(options));
    world.hash = await hashPassword(PASSWORD);
  }, 60_000);
  beforeEach(() => {
    world.now = new Date(START);
  });
  afterAll(async () => {
    for (const backend of backends) await backend.close();
    await test.close();
  });

  /** @param process index of the backend, 0 or 1. @throws for GraphQL errors. */
  async function ask<T = Outcome>(field: string, jwt?: string | null, process = 0): Promise<T> {
    const { data, errors } = await send(field, jwt, process);
    if (errors) throw new Error(JSON.stringify(errors));
    return Object.values(data ?? {})[0] as T;
  }

  function send(field: string, jwt?: string | null, process = 0, locale = 'en') {
    const isQuery =
      /^(getUser|hasTheLatestConsent|organizationProfile|exportMyData|managedJobs|jobsToReview|jobReview|reviewReasons|siteJobs|siteUser|getRoutInfo|organizationMerge|siteOrganizations|siteOrganization\(|organizationsToReview|userDetails|editedJob|jobPreview|editedOrganization|organizationPreview|organizationTeam|invitation\(|ownInvitations|entityDefinition|editedResume|resume\(|ownResume|searchAPISearch|job\(|users|auditEvents|updatable|mailLanguage|creditBalance|creditStatement|publishingTerms|getSubscriptions|products|managedProducts|recruitersToApprove|ownRecruiterApproval|invoices?\(|billingProfile|order\(|orders|orderQuote|orderEvents|managedOrders|queue\(|contactOffer|contactRequests|receivedContactRequests|ownAlerts|alertOfLink|landingPage)/.test(
        field,
      );
    const query = `${isQuery ? 'query' : 'mutation'} { ${field} }`;
    const headers: Record<string, string> = { 'x-causeboard-frontend': `default; locale=${locale}` };
    if (jwt) headers.authorization = `Bearer ${jwt}`;
    return backends[process]!.execute({ operationName: '', query, headers });
  }

  async function person(role = 'applicant', columns: { email_verified?: Date | null; blocked_at?: Date } = {}) {
    const email = `person${++people}@people.test`;
    const { now: email_verified, hash: password_hash } = world;
    const { id } = await test.database
      .insertInto('account')
      .values({ email, name: email, roles: [role], password_hash, email_verified, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, email };
  }

  function logIn(email: string, password = PASSWORD, more = ''): Promise<Outcome> {
    return ask(`userLogin(email: "${email}", password: "${password}"${more}) { jwt errors { field message } }`);
  }

  async function jwtOf(email: string, password = PASSWORD): Promise<string> {
    return (await logIn(email, password)).jwt ?? '';
  }

  function userOf(jwt: string, process = 0): Promise<{ email: string } | null> {
    return ask('getUser { email }', jwt, process);
  }

  function register(email: string, more = '', role = 'applicant'): Promise<Outcome> {
    const input = `role: ${role}, email: "${email}", password: "${PASSWORD}", consent: true ${more}`;
    return ask(`registerUser(input: { ${input} }) { errors { field message } }`);
  }

  function reset(token: string, password: string): Promise<Outcome> {
    return ask(`resetPassword(token: "${token}", password: "${password}") { errors { field message } }`);
  }

  async function mailsTo(email: string): Promise<{ template: string; token: string }[]> {
    const rows = await test.database
      .selectFrom('mail')
      .select(['template', 'details'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();
    return rows.map(({ template, details }) => ({
      template,
      token: /token=([^&]*)/.exec(details.path ?? '')?.[1] ?? '',
    }));
  }

  /** Requests a password reset. @returns the token of the link in the mail */
  async function resetToken(email: string): Promise<string> {
    const before = (await mailsTo(email)).length;
    await ask(`requestPasswordReset(email: "${email}") { errors { message } }`);
    await waitFor('a mail', async () => (await mailsTo(email)).length > before);
    return (await mailsTo(email)).at(-1)?.token ?? '';
  }

  return world;
}
