import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { type SiteName, SiteUnderTest } from '../data/site.js';
import { type RunningProduct, startProduct } from '../products.mjs';
import { FormVisitor } from '../visitors/form-visitor.js';

/** Password of all people. */
export const PASSWORD = 'a long way to Tipperary';

/** A separate product with a few people and organizations on all sites. */
export class ShopWorld {
  private constructor(
    private readonly test: TestDatabase,
    private readonly folder: string,
    readonly product: RunningProduct,
    private readonly accounts: ReadonlyMap<string, string>,
  ) {}

  /** @param people roles by name @param settings further settings of the product */
  static async open(
    people: Readonly<Record<string, string>>,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<ShopWorld> {
    const test = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'causeboard-shop-'));
    const password_hash = await hashPassword(PASSWORD);
    const made = await test.database
      .insertInto('account')
      .values(
        Object.entries(people).map(([name, role]) => ({
          email: `${name}@people.test`,
          name,
          roles: [role],
          password_hash,
          email_verified: new Date(),
          approved_at: new Date(),
        })),
      )
      .returning(['id', 'name'])
      .execute();
    const product = await startProduct({ DATA_DIR: folder, DATABASE_URL: test.url, DEMO_DATA: 'off', ...settings });
    return new ShopWorld(test, folder, product, new Map(made.map(({ id, name }) => [name, id])));
  }

  get database(): Kysely<Database> {
    return this.test.database;
  }

  site(name: SiteName = 'default'): SiteUnderTest {
    return new SiteUnderTest(this.product.url, name);
  }

  /** @param home path prefix of the site, for example `/de` */
  async loggedIn(name: string, site: SiteName = 'default', home = ''): Promise<FormVisitor> {
    const visitor = new FormVisitor(this.site(site));
    const values = { email: `${name}@people.test`, password: PASSWORD };
    const { status } = await visitor.send(`${home}/user/login`, 'form[data-form="login"]', values);
    if (status !== 303) throw new Error(`${name} is not logged in: ${status}`);
    return visitor;
  }

  /** @returns the id of a new organization */
  async organization(name: string, member: string, site: SiteName = 'default'): Promise<string> {
    const { rows } = await sql<{ id: number }>`
      insert into organization (site, slug, name, language, source, source_key)
      values (${site}, ${name.toLowerCase()}, ${name}, 'en', 'test', ${name}) returning id`.execute(this.database);
    const id = rows[0]!.id;
    await sql`insert into organization_member values (${id}, ${this.accounts.get(member)}, 'owner')`.execute(
      this.database,
    );
    return String(id);
  }

  async close(): Promise<void> {
    await this.product.stop();
    await this.test.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
