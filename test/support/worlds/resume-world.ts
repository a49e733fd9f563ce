import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response } from 'supertest';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import type { FormVisitor } from '../visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../products.mjs';
import { RecruiterVisitor } from '../visitors/recruiter-visitor.js';
import { SiteUnderTest } from '../data/site.js';

export const STEP = 'form[data-defined-form]';
export const PATIENCE = 120_000;
export const PASSWORD = 'a long enough passphrase';
/** Private details in resumes that tests create with the wizard, which asks for all of them but the telephone number. */
export const PRIVATE = {
  firstName: 'Marigold',
  lastName: 'Quillfeather',
  birthday: '1984-02-29',
  'homeLocation.1.countryCode': 'CA',
  'homeLocation.1.locality': 'Moose Factory',
  'homeLocation.1.zip': 'P0L 1W0',
  'homeLocation.1.addressLine1': '7 Riverside Lane',
};

/** Path to which a response redirects. */
export function next(answer: Response): string {
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([303, expect.any(String)]);
  return answer.headers.location!;
}

/** Path of a step of the form for the person's own resume. */
export function step(name: string): string {
  return `/resume/edit?step=${name}`;
}

/** Submits one of the forms on the page of the person's own resume. */
export function send(owner: FormVisitor, id: string, values: Record<string, string> = {}): Promise<Response> {
  return owner.send('/resume', `form#${id}`, values);
}

/** Creates a resume with the two steps of the wizard. */
export async function begin(
  owner: RecruiterVisitor,
  title: string,
  person: Record<string, string> = PRIVATE,
): Promise<void> {
  expect(next(await owner.fill('/resume/wizard/personal-info', STEP, { ...person, go: 'next' }))).toBe(
    '/resume/wizard/job-preferences',
  );
  expect(next(await owner.fill('/resume/wizard/job-preferences', STEP, { title, go: 'next' }))).toBe(
    '/resume?notice=saved',
  );
}

/** A product with its own database, and verified and approved people with browsers without scripts. */
export function resumeWorld() {
  let test: TestDatabase;
  let folder: string;
  let product: RunningProduct;
  let hash: string;
  let people = 0;
  const start = (more: object = {}) =>
    startProduct({ DATA_DIR: folder, DATABASE_URL: test.url, DEMO_DATA: 'off', ...more });

  beforeAll(async () => {
    test = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'causeboard-resumes-'));
    hash = await hashPassword(PASSWORD);
    product = await start();
  }, PATIENCE);
  afterAll(async () => {
    await product.stop();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    get database() {
      return test.database;
    },
    /** Starts another product on the same database, with other settings. */
    start,
    site: (name?: ConstructorParameters<typeof SiteUnderTest>[1]) => new SiteUnderTest(product.url, name),
    /** @param home path prefix of the site, for example `/de` */
    async somebody(roles = ['applicant'], site = new SiteUnderTest(product.url), home = ''): Promise<RecruiterVisitor> {
      const name = `person${++people}`;
      const email = `${name}@people.test`;
      const now = new Date();
      await test.database
        .insertInto('account')
        .values({ email, name, roles, password_hash: hash, email_verified: now, approved_at: now, first_name: name })
        .execute();
      return RecruiterVisitor.of(site, email, PASSWORD, home);
    },
  };
}
