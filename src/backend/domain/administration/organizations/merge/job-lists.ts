import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/database/schema.js';
import type { StoredBlock } from '../../../content/page-blocks.js';
import { findMerged, namedInQuery } from '../../../organizations/merged-organizations.js';

/** Replaces organizations that were merged into others by those others, in the job lists on the site's landing pages. */
export async function followInJobLists(trx: Kysely<Database>, site: string): Promise<void> {
  const { rows } = await sql<{ id: number; blocks: StoredBlock[] }>`
    select id, blocks from landing_page where site = ${site} and blocks @> '[{"kind": "jobs"}]' order by id for update
  `.execute(trx);
  for (const { id, blocks } of rows) {
    const named = blocks.map((block) => namedInQuery(searchOf(block)));
    const merged = await findMerged(trx, site, {
      ids: named.flatMap(({ ids }) => ids),
      names: named.flatMap(({ names }) => names),
      waits: false,
    });
    if (!named.some((each) => merged.concerns(each))) continue;
    const changed = blocks.map((block) =>
      block.kind === 'jobs' ? { ...block, search: merged.inQuery(searchOf(block)) } : block,
    );
    await sql`update landing_page set blocks = ${JSON.stringify(changed)}::jsonb where id = ${id}`.execute(trx);
  }
}

function searchOf(block: StoredBlock): string {
  return block.kind === 'jobs' ? (block.search ?? '') : '';
}
