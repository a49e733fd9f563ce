import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { slugify } from '#contract/pages/paths.js';
import type { Database } from '../../../platform/database/schema.js';

/** Makes an organization that only its owner sees, until somebody has looked at it. @returns its id */
export async function createPendingOrganization(
  database: Kysely<Database>,
  { site, language, name, ownerId }: { site: string; language: string; name: string; ownerId: string },
): Promise<number> {
  const { id } = await database
    .insertInto('organization')
    .values({
      site,
      language,
      name,
      slug: slugify(name),
      state: 'pending',
      // Two may have one name: who owns which is no matter of names.
      source: 'registration',
      source_key: randomUUID(),
      benefit_tids: [],
      featured: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('organization_member')
    .values({ organization_id: id, account_id: ownerId, role: 'owner' })
    .execute();
  return id;
}
