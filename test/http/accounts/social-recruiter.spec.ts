import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cheerio from 'cheerio';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { TestOpenIdProvider } from '../../support/servers/openid-provider.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { Visitor } from '../../support/visitors/visitor.js';

let test: TestDatabase;
let provider: TestOpenIdProvider;
let product: RunningProduct;
let origin: string;
const folder = mkdtempSync(join(tmpdir(), 'causeboard-recruiter-'));

beforeAll(async () => {
  test = await createTestDatabase();
  provider = await TestOpenIdProvider.start();
  const database = { DATA_DIR: folder, DATABASE_URL: test.url, DEMO_DATA: 'off' };
  product = await startProduct({ ...database, SITE: 'charity-ca', SITES: '', ...provider.settings });
  origin = product.url.replace('127.0.0.1', 'localhost');
  provider.serve(origin);
}, 120_000);
afterAll(async () => {
  await product.stop();
  await provider.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const target = (response: Response): string => response.headers.get('location') ?? '';

/** Completes the login. @returns the response that redirects the browser to the product's page */
async function logIn(visitor: Visitor, sub: string, fields: Record<string, string>): Promise<Response> {
  const response = await visitor.send('/api/auth/signin/google?prompt=login', fields);
  const { url } = (await response.json()) as { url: string };
  return visitor.fetch(await provider.logIn(url, sub));
}

it('[AUTH-08] [AUTH-11] a recruiter who registers through a service is asked for the organization as in registration, once', async () => {
  const visitor = new Visitor(origin);
  const robin = {
    sub: 'robin',
    email: 'robin@people.test',
    email_verified: true,
    given_name: 'Robin',
    family_name: 'Maple',
  };
  const { sub } = provider.add(robin);
  const asked = target(await logIn(visitor, sub, { role: 'recruiter', callbackUrl: '/jobs' }));
  const form = cheerio.load(await (await visitor.fetch(asked)).text())('form[data-form="create-organization"]');
  expect(form.find('input[name="organizationName"]').attr('required')).toBeDefined();
  const send = (organizationName: string) => visitor.send(form.attr('action')!, { organizationName });
  expect((await send(' ')).status).toBe(422);
  const named = await send('Maple Kitchen');
  expect([named.status, target(named)]).toEqual([303, '/jobs']);
  const dashboard = await (await visitor.fetch('/dashboard')).text();
  expect(dashboard).toContain('Maple Kitchen');
  expect((await send('Another Kitchen')).status).toBe(422);
  expect(target(await logIn(new Visitor(origin), sub, { role: 'recruiter' }))).toBe(`${origin}/dashboard`);
});
