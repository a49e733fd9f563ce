import { rmSync } from 'node:fs';
import * as cheerio from 'cheerio';
import { DEMO_PASSWORD, makeDemoFolder, type RunningProduct, startProduct } from '../products.mjs';
import { TestOpenIdProvider } from '../servers/openid-provider.js';
import { TestSmtpServer } from '../servers/smtp-server.js';
import type { Visitor } from '../visitors/visitor.js';

export const SOCIAL_SECRET = 'a-secret-of-social-logins-alone-0123456789';

/** A product whose visitors log in through a test provider, for the tests of one file. */
export function socialWorld() {
  let dataDir: string;
  let provider: TestOpenIdProvider;
  let smtp: TestSmtpServer;
  let product: RunningProduct;
  let origin: string;
  let people = 0;

  beforeAll(async () => {
    dataDir = makeDemoFolder('social');
    provider = await TestOpenIdProvider.start();
    smtp = await TestSmtpServer.start();
    product = await startProduct({
      DATA_DIR: dataDir,
      SITE: 'charity-ca',
      SITES: '',
      DEMO_DATA: 'on',
      DEMO_PASSWORD,
      AUTH_SECRET: SOCIAL_SECRET,
      SMTP_URL: smtp.url,
      FACEBOOK_EMAIL_VERIFIED: 'on',
      ...provider.settings,
    });
    origin = product.url.replace('127.0.0.1', 'localhost');
    provider.serve(origin);
  }, 120_000);

  afterAll(async () => {
    await product.stop();
    await provider.stop();
    await smtp.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const world = {
    get provider() {
      return provider;
    },
    get smtp() {
      return smtp;
    },
    get product() {
      return product;
    },
    get origin() {
      return origin;
    },

    /** Creates a new person at the provider. */
    person(details: { email?: string; email_verified?: boolean } = {}) {
      const sub = `person-${++people}`;
      return provider.add({
        sub,
        email: `${sub}@people.test`,
        email_verified: true,
        given_name: 'Robin',
        family_name: 'Maple',
        ...details,
      });
    },

    /** @returns the address at the provider to which the product redirects the browser */
    async begin(visitor: Visitor, id: string, fields: Record<string, string> = {}): Promise<string> {
      const response = await visitor.send(`/api/auth/signin/${id}?prompt=login`, fields);
      return ((await response.json()) as { url: string }).url;
    },

    /** Completes the login. @returns the last address to which the product redirects the browser */
    async logIn(visitor: Visitor, id: string, sub: string | undefined, fields: Record<string, string> = {}) {
      const callback = await provider.logIn(await world.begin(visitor, id, fields), sub);
      return visitor.fetch(callback);
    },

    /** Request for one of the product's own GraphQL operations. */
    query(operationName: string, variables: object = {}): RequestInit {
      const headers = { 'content-type': 'application/json', origin };
      return { method: 'POST', headers, body: JSON.stringify({ operationName, variables }) };
    },
  };
  return world;
}

export const target = (response: Response): string => response.headers.get('location') ?? '';
export const errorOf = (response: Response): string | null => new URL(target(response)).searchParams.get('error');

/** Follows redirects until a page is reached. */
export async function pageAfter(visitor: Visitor, address: string): Promise<string> {
  let response = await visitor.fetch(address);
  for (let step = 0; step < 5 && response.status >= 300 && response.status < 400; step++)
    response = await visitor.fetch(target(response));
  return cheerio
    .load(await response.text())('main')
    .text();
}

/** Opens a page and submits its form. */
export async function press(visitor: Visitor, path: string): Promise<Response> {
  const $ = cheerio.load(await (await visitor.fetch(path)).text());
  const form = $('form[data-form]');
  const csrfToken = form.find('input[name="csrfToken"]').attr('value') ?? '';
  return visitor.fetch(form.attr('action')!, { method: 'POST', body: new URLSearchParams({ csrfToken }) });
}
