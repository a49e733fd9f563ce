import { sql, type Kysely, type Selectable } from 'kysely';
import type {
  Attachment,
  ContactPerson,
  GalleryVideo,
  Image,
  OrganizationLocation,
  QuestionAndAnswer,
  SocialNetwork,
  SocialProfile,
} from '#contract/generated/resolvers.js';
import type { OrganizationDetailsTable, StoredExtras } from '../../platform/database/tables/organization-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { filePath } from '../../platform/files/stored-files.js';

/** Groups of a profile that are missing for many organizations. */
export interface OrganizationDetails {
  cover: Image | null;
  socialProfiles: SocialProfile[];
  contactPersons: ContactPerson[];
  gallery: Image[];
  videoGallery: GalleryVideo[];
  furtherLocations: OrganizationLocation[];
  faq: QuestionAndAnswer[];
  attachments: Attachment[];
  extras: StoredExtras;
}

export const NO_DETAILS: OrganizationDetails = {
  cover: null,
  socialProfiles: [],
  contactPersons: [],
  gallery: [],
  videoGallery: [],
  furtherLocations: [],
  faq: [],
  attachments: [],
  extras: {},
};

export type StoredDetails = Selectable<OrganizationDetailsTable>;

export interface StoredFile {
  id: string;
  name: string;
  content_type: string;
  size: number;
}

type Files = ReadonlyMap<string, StoredFile>;

const NETWORKS: readonly SocialNetwork[] = [
  ...(['facebook', 'twitter', 'linkedin', 'youtube'] as const),
  ...(['xing', 'instagram', 'tiktok', 'bluesky'] as const),
];

/** @returns details by organization; organizations without any are left out */
export async function findDetails(
  database: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, OrganizationDetails>> {
  const rows = await database
    .selectFrom('organization_details')
    .selectAll()
    .where('organization_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map((await shownDetails(database, rows)).map((details, index) => [rows[index]!.organization_id, details]));
}

/** Converts stored (or not yet stored) details to the form that pages show. */
export async function shownDetails(
  database: Kysely<Database>,
  rows: readonly StoredDetails[],
): Promise<OrganizationDetails[]> {
  const files = await findFiles(database, rows.flatMap(filesOf));
  return rows.map((row) => toDetails(row, files));
}

/** @returns the ids of all files of a profile */
export function filesOf({ cover_file, contacts, gallery, videos, attachments }: StoredDetails): string[] {
  return [
    cover_file,
    ...contacts.map(({ photo }) => photo),
    ...gallery.map(({ file }) => file),
    ...videos.map(({ cover }) => cover),
    ...attachments.map(({ file }) => file),
  ].filter((id) => id !== null && id !== undefined);
}

export async function findFiles(database: Kysely<Database>, ids: readonly string[]): Promise<Files> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredFile>`
    select f.id, f.name, f.content_type, coalesce(octet_length(f.bytes), o.size, 0) as size
    from file f left join stored_object o on o.key = f.object_key where f.id = any(${[...new Set(ids)]}::uuid[])
  `.execute(database);
  return new Map(rows.map((file) => [file.id, file]));
}

/** References to missing files are left out. */
function toDetails(row: StoredDetails, files: Files): OrganizationDetails {
  const image = (id: string | null | undefined, alt: string): Image | null => {
    const file = id ? files.get(id) : undefined;
    return file ? { url: filePath(file.id, file.name), alt } : null;
  };
  return {
    cover: image(row.cover_file, ''),
    socialProfiles: NETWORKS.flatMap((network) => {
      const url = row.social[network];
      return url === undefined ? [] : [{ network, url }];
    }),
    contactPersons: row.contacts.map(({ photo, ...contact }) => ({
      ...contact,
      photo: image(photo, `${contact.firstName} ${contact.lastName}`),
    })),
    gallery: row.gallery.flatMap(({ file, alt }) => image(file, alt) ?? []),
    videoGallery: row.videos.map(({ source, coverTitle, cover }) => ({
      source,
      coverTitle: coverTitle ?? null,
      cover: image(cover, ''),
    })),
    furtherLocations: row.locations.map(({ name, ...address }) => ({ name, address })),
    faq: row.questions,
    extras: row.extras,
    attachments: row.attachments.flatMap(({ file: id }) => {
      const file = files.get(id);
      if (!file) return [];
      return [{ name: file.name, url: filePath(file.id, file.name), contentType: file.content_type, size: file.size }];
    }),
  };
}
