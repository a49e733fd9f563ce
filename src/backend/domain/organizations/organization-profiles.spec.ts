import { randomUUID } from 'node:crypto';
import { buildSchema, getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization } from '../../../../test/support/data/jobs.js';
import type { Backend } from '#contract/backend/backend.js';
import { typeDefs } from '#contract/generated/schema.js';
import { startBackend } from '../../index.js';

const SITE = 'default';
const GROUPS = `name cover { url alt } socialProfiles { network url } contactPersons { firstName lastName email photo { url alt } phone }
  gallery { url alt } videoGallery { source coverTitle cover { url } } furtherLocations { name address { locality lat } }
  faq { question answer } attachments { name url contentType size } occupation { slug } fieldsOfStudy { slug }`;
const SECRETS = ['Prudence', 'Secretary', '+1 555 0199', 'invoices@food-bank.test', 'GB999999973', 'Ledger Lane'];

describe('[SEARCH-17] the groups of a profile', () => {
  let test: TestDatabase;
  let backend: Backend;
  let full: string;
  let bare: string;
  const picture = randomUUID();
  const report = randomUUID();

  beforeAll(async () => {
    test = await createTestDatabase();
    backend = await startBackend({
      dataDir: 'none',
      searchMemoryMb: 0,
      databaseUrl: test.url,
      demoData: false,
      sites: [{ name: SITE, languages: ['en'], countries: ['GB'], demo: 'international' }],
      secrets: ['a-secret-of-this-test-alone-0123456789'],
      logger: silentLogger,
    });
    full = await createOrganization(test.database, SITE, 'Food Bank');
    bare = await createOrganization(test.database, SITE, 'Bare');
    await test.database
      .insertInto('file')
      .values([
        { id: picture, name: 'a picture.png', content_type: 'image/png', bytes: Buffer.from('png') },
        { id: report, name: 'report.pdf', content_type: 'application/pdf', bytes: Buffer.alloc(2048) },
      ])
      .execute();
    await test.database
      .insertInto('organization_details')
      .values({
        organization_id: Number(full),
        cover_file: picture,
        social: JSON.stringify({ xing: 'https://xing.test/a', facebook: 'https://facebook.test/a', other: 'x' }),
        contacts: JSON.stringify([
          { firstName: 'Ada', lastName: 'Brown', email: 'ada@food-bank.test', photo: picture },
        ]),
        gallery: JSON.stringify([
          { file: picture, alt: 'The hall' },
          { file: randomUUID(), alt: 'Gone' },
        ]),
        videos: JSON.stringify([{ source: 'https://vimeo.com/1', coverTitle: 'A day', cover: picture }]),
        locations: JSON.stringify([{ name: 'Depot', countryCode: 'GB', locality: 'Leeds', lat: 53.8, lon: -1.5 }]),
        questions: JSON.stringify([{ question: 'Why?', answer: 'Because.' }]),
        attachments: JSON.stringify([{ file: report }]),
      })
      .execute();
    await test.database
      .insertInto('organization_account')
      .values({
        organization_id: Number(full),
        salutation: 'Ms.',
        first_name: SECRETS[0]!,
        last_name: 'Gray',
        position: SECRETS[1]!,
        phone: SECRETS[2]!,
        customer_email: SECRETS[3]!,
        vat_number: SECRETS[4]!,
        billing: JSON.stringify({ addressLine1: SECRETS[5] }),
      })
      .execute();
  });
  afterAll(async () => {
    await backend.close();
    await test.close();
  });

  async function profile(id: string, fields: string) {
    const query = `{ organizationProfile(id: "${id}") { ${fields} } }`;
    const headers = { 'x-causeboard-frontend': `${SITE}; locale=en` };
    const { data, errors } = await backend.execute({ operationName: '', query, variables: {}, headers });
    expect(errors).toBeUndefined();
    return data!.organizationProfile as Record<string, unknown>;
  }

  it('are returned if the organization has them', async () => {
    const image = (alt: string) => ({ url: `/files/${picture}/a%20picture.png`, alt });
    expect(await profile(full, GROUPS)).toEqual({
      name: 'Food Bank',
      cover: image(''),
      occupation: [],
      fieldsOfStudy: [],
      socialProfiles: [
        { network: 'facebook', url: 'https://facebook.test/a' },
        { network: 'xing', url: 'https://xing.test/a' },
      ],
      contactPersons: [
        { firstName: 'Ada', lastName: 'Brown', email: 'ada@food-bank.test', phone: null, photo: image('Ada Brown') },
      ],
      gallery: [image('The hall')],
      videoGallery: [{ source: 'https://vimeo.com/1', coverTitle: 'A day', cover: { url: image('').url } }],
      furtherLocations: [{ name: 'Depot', address: { locality: 'Leeds', lat: 53.8 } }],
      faq: [{ question: 'Why?', answer: 'Because.' }],
      attachments: [
        { name: 'report.pdf', url: `/files/${report}/report.pdf`, contentType: 'application/pdf', size: 2048 },
      ],
    });
  });

  it('are empty otherwise', async () => {
    const answer = await profile(bare, GROUPS);
    for (const [group, value] of Object.entries(answer)) if (group !== 'name') expect([null, []]).toContainEqual(value);
  });

  it('never contain private data', async () => {
    const schema = buildSchema(typeDefs);
    const type = schema.getType('OrganizationProfile') as GraphQLObjectType;
    const everything = Object.values(type.getFields())
      .map(({ name, type: of }) => name + leavesOf(getNamedType(of) as GraphQLObjectType))
      .join(' ');
    const text = JSON.stringify(await profile(full, everything));
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('are logged as a change of the organization', async () => {
    const before = await backend.version(SITE);
    await sql`update organization_details set questions = '[]' where organization_id = ${full}`.execute(test.database);
    expect(await backend.version(SITE)).not.toBe(before);
  });
});

/** Selection of all scalar fields of a type, and of its nested objects. */
function leavesOf(type: GraphQLObjectType): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).map(
    ({ name, type: of }) => name + leavesOf(getNamedType(of) as GraphQLObjectType),
  );
  return ` { ${fields.join(' ')} }`;
}
