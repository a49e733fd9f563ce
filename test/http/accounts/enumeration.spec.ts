import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { Visitor } from '../../support/visitors/visitor.js';

const PASSWORD = 'a long way to Tipperary';
/** Addresses of the same length, so that responses do not differ in length. */
const PEOPLE = { known: 'knownn@people.tst', blocked: 'barred@people.tst', unverified: 'unseen@people.tst' };
const NOBODY = 'nobody@people.tst';

let test: TestDatabase;
let folder: string;
let product: RunningProduct;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-enumeration-'));
  product = await startProduct({ DATA_DIR: folder, DATABASE_URL: test.url, DEMO_DATA: 'off' });
}, 120_000);
beforeEach(async () => {
  await sql`delete from account`.execute(test.database);
  const password_hash = await hashPassword(PASSWORD);
  const account = (email: string) => ({ email, name: 'Somebody', roles: ['applicant'], password_hash });
  const now = new Date();
  await test.database
    .insertInto('account')
    .values([
      { ...account(PEOPLE.known), email_verified: now },
      { ...account(PEOPLE.blocked), email_verified: now, blocked_at: now },
      account(PEOPLE.unverified),
    ])
    .execute();
});
afterAll(async () => {
  await product.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything in a response that could give information, except for values that differ in every response. */
async function told(response: Response, email: string): Promise<object> {
  const headers = [...response.headers]
    .filter(([name]) => !['date', 'x-request-id', 'etag'].includes(name))
    .map(([name, value]) => [name, plain(value, email)]);
  return { status: response.status, headers, text: plain(await response.text(), email) };
}

function plain(text: string, email: string): string {
  return text
    .replaceAll(email, 'EMAIL')
    .replaceAll(encodeURIComponent(email), 'EMAIL')
    .replace(/nonce(-|=")[\w+/=-]+/g, 'nonce')
    .replace(/[0-9a-f]{64}(%7C|\|)?/g, 'TOKEN');
}

/** Requests uncompressed responses, because the compressed length depends on the tokens in the text. */
function somebody(): Visitor {
  return new Visitor(product.url, { 'accept-encoding': 'identity' });
}

async function form(path: string, email: string, values: Record<string, string>): Promise<object> {
  const visitor = somebody();
  return told(await visitor.send(path, { email, ...values }), email);
}

async function script(operationName: string, variables: object, email: string): Promise<object> {
  const response = await somebody().fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operationName, variables }),
  });
  return told(response, email);
}

const CASES: [string, (email: string) => Promise<object>][] = [
  ['a login by form', (email) => form('/user/login', email, { password: 'not the password' })],
  [
    'a login by the protocol',
    (email) => form('/api/auth/callback/credentials', email, { password: 'not the password' }),
  ],
  ['a login by script', (email) => script('JwtToken', { email, password: 'not the password' }, email)],
  ['a reset by form', (email) => form('/user/reset-password', email, {})],
  ['a reset by script', (email) => script('RequestPasswordReset', { email }, email)],
  [
    'a registration by form',
    (email) =>
      form('/user/register/applicant', email, {
        firstName: 'Ada',
        lastName: 'Lovelace',
        password: PASSWORD,
        consent: 'yes',
      }),
  ],
  [
    'a registration by script',
    (email) => {
      const input = { role: 'applicant', email, password: PASSWORD, firstName: 'Ada', lastName: 'L', consent: true };
      return script('RegisterUser', { input }, email);
    },
  ],
];

it.each(CASES)('[AUTH-18] %s does not reveal which addresses have accounts', async (_what, ask) => {
  const nobody = await ask(NOBODY);
  for (const email of Object.values(PEOPLE)) expect(await ask(email)).toEqual(nobody);
});

it('[AUTH-18] the right password of an unverified account reveals nothing more', async () => {
  const ask = (email: string) => form('/user/login', email, { password: PASSWORD });
  expect(await ask(PEOPLE.unverified)).toEqual(await ask(NOBODY));
});

it('[AUTH-18] only with the right password does one learn that the account is blocked, and whom to contact', async () => {
  const ask = (email: string, password: string) => form('/user/login', email, { password });
  expect(await ask(PEOPLE.blocked, PASSWORD)).toMatchObject({
    status: 422,
    text: expect.stringContaining('This account is blocked. If you think this is wrong, please write to') as string,
  });
  expect(await ask(PEOPLE.blocked, 'not the password')).toEqual(await ask(NOBODY, 'not the password'));
});
