import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../src/backend/platform/database/schema.js';
import type { DemoOrganization } from '../demo-data.js';
import { type DemoDetails, type DemoFile, inventDetails } from '../organizations/organization-details.js';

const BATCH = 500;

/** Adds the optional groups of their profiles to demo organizations. @param ids of the organizations, by key */
export async function seedDetails(
  trx: Kysely<Database>,
  organizations: readonly DemoOrganization[],
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const files = new StoredFiles(now);
  const rows = organizations.flatMap((organization) => {
    const details = inventDetails(organization);
    return details ? [toRow(Number(ids.get(organization.key)), details, files)] : [];
  });
  if (rows.length === 0) return;
  for (let from = 0; from < files.rows.length; from += BATCH)
    await trx
      .insertInto('file')
      .values(files.rows.slice(from, from + BATCH))
      .execute();
  await trx.insertInto('organization_details').values(rows).execute();
}

class StoredFiles {
  readonly rows: { id: string; name: string; content_type: string; bytes: Buffer; created_at: Date }[] = [];

  constructor(private readonly now: Date) {}

  /** @returns the id of the file */
  add({ name, contentType, bytes }: DemoFile): string {
    const id = randomUUID();
    this.rows.push({ id, name, content_type: contentType, bytes, created_at: this.now });
    return id;
  }
}

function toRow(organization_id: number, details: DemoDetails, files: StoredFiles) {
  const { cover, social, contacts, gallery, videos, locations, questions, attachments } = details;
  return {
    organization_id,
    cover_file: files.add(cover),
    social: JSON.stringify(social),
    contacts: JSON.stringify(
      contacts.map(({ photo, ...contact }) => ({ ...contact, photo: photo && files.add(photo) })),
    ),
    gallery: JSON.stringify(gallery.map(({ file, alt }) => ({ file: files.add(file), alt }))),
    videos: JSON.stringify(videos.map(({ cover: poster, ...video }) => ({ ...video, cover: files.add(poster) }))),
    locations: JSON.stringify(locations),
    questions: JSON.stringify(questions),
    attachments: JSON.stringify(attachments.map(({ file }) => ({ file: files.add(file) }))),
  };
}
