import { type Kysely, sql, type Selectable } from 'kysely';
import type {
  Image,
  OrganizationProfile,
  Attachment,
  ContactPerson,
  GalleryVideo,
  OrganizationLocation,
  QuestionAndAnswer,
  SocialNetwork,
  SocialProfile,
} from '#contract/generated/resolvers.js';
import { organizationPath } from '#contract/pages/paths.js';
import { addressOf } from '../../platform/database/address.js';
import type { Database } from '../../platform/database/schema.js';
import { type Lazy, perRequestLoader } from '../../platform/graphql/lazy.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { MAX_OPENING_LENGTH, organizationHead } from '../content/page-head.js';
import type { OrganizationDetailsTable, StoredExtras } from '../../platform/database/tables/organization-tables.js';
import { filePath } from '../../platform/files/stored-files.js';
import { logoImage, countOpenJobs, findOrganizations, type StoredOrganization } from './organization.repository.js';

/** Groups of a profile that are missing for many organizations. */
interface OrganizationDetails {
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

const NO_DETAILS: OrganizationDetails = {
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

interface StoredFile {
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
async function findDetails(
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
async function shownDetails(
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

/** Organizations in the contract's form, loaded in one batch for all fields of a request. */
export class OrganizationProfiles {
  private readonly stored;
  private readonly openJobs;
  private readonly details;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly terms: TermCatalog,
  ) {
    this.stored = perRequestLoader<number, StoredOrganization>(async (ids) => {
      const found = await findOrganizations(database, ids);
      return new Map(found.map((organization) => [organization.id, organization]));
    });
    this.details = perRequestLoader<number, OrganizationDetails>((ids) => findDetails(database, ids));
    this.openJobs = perRequestLoader<number, number>((ids) => countOpenJobs(database, ids));
  }

  /** @returns undefined if the site has no such public organization */
  async find(id: number, context: RequestContext): Promise<Lazy<OrganizationProfile> | undefined> {
    const organization = await this.stored(context).load(id);
    return organization?.site === context.site.name && organization.state === 'public'
      ? this.toProfile(organization, context)
      : undefined;
  }

  /** For viewers who may see organizations that are not public. @returns those of this site, in the order of the ids */
  async list(ids: readonly number[], context: RequestContext): Promise<Lazy<OrganizationProfile>[]> {
    const found = await Promise.all(ids.map((id) => this.stored(context).load(id)));
    return found.flatMap((row) => (row?.site === context.site.name ? [this.toProfile(row, context)] : []));
  }

  /** For ids that a foreign key guarantees to exist. */
  async require(id: number, context: RequestContext): Promise<Lazy<OrganizationProfile>> {
    // The organization may not be public (any more), but what belongs to it still names it.
    const [profile] = await this.list([id], context);
    if (!profile) throw new Error(`Organization ${id} is missing on ${context.site.name}`);
    return profile;
  }

  /** For ids that a foreign key guarantees to exist. */
  async logoOf(id: number, context: RequestContext): Promise<Image | null> {
    const row = await this.stored(context).load(id);
    return row ? logoImage(row.name, row.logo_file, row.logo_name) : null;
  }

  /** Data for the head of pages about its jobs. For ids that a foreign key guarantees to exist. */
  async named(id: number, context: RequestContext): Promise<{ name: string; logo?: string }> {
    const row = await this.stored(context).load(id);
    if (!row) throw new Error(`Organization ${id} is missing`);
    return { name: row.name, logo: logoImage(row.name, row.logo_file, row.logo_name)?.url };
  }

  /** Preview of its page with data that is not stored yet. */
  async preview(
    row: StoredOrganization,
    details: StoredDetails,
    context: RequestContext,
  ): Promise<Lazy<OrganizationProfile>> {
    const [shown] = await shownDetails(this.database, [details]);
    return this.toProfile(row, context, shown);
  }

  private toProfile(
    row: StoredOrganization,
    context: RequestContext,
    given?: OrganizationDetails,
  ): Lazy<OrganizationProfile> {
    const { language } = context;
    const details = async <Name extends keyof OrganizationDetails>(name: Name) =>
      (given ?? (await this.details(context).load(row.id)) ?? NO_DETAILS)[name];
    const id = String(row.id);
    const path = organizationPath(id, row.name);
    return {
      id,
      organization: { id },
      language: row.language,
      name: row.name,
      alternativeName: row.alternative_name,
      mission: row.mission,
      presentation: row.presentation,
      industry: this.terms.term(row.industry_tid, language),
      size: this.terms.term(row.size_tid, language),
      benefits: this.terms.termsOf(row.benefit_tids, language),
      website: row.website,
      foundedYear: row.founded_year,
      logo: logoImage(row.name, row.logo_file, row.logo_name),
      cover: () => details('cover'),
      organizationLocation: addressOf(row),
      socialProfiles: () => details('socialProfiles'),
      occupation: this.terms.termsOf(row.occupation_tids, language),
      fieldsOfStudy: this.terms.termsOf(row.field_of_study_tids, language),
      contactPersons: () => details('contactPersons'),
      gallery: () => details('gallery'),
      videoGallery: () => details('videoGallery'),
      furtherLocations: () => details('furtherLocations'),
      faq: () => details('faq'),
      attachments: () => details('attachments'),
      cvFocusOfOrganization: async () => (await details('extras')).cvFocusOfOrganization ?? null,
      cvFunctionalDepartment: async () => (await details('extras')).cvFunctionalDepartment ?? null,
      cvJobRole: async () => this.terms.termsOf((await details('extras')).cvJobRoleTids ?? [], language),
      cvIndustry: async () => this.terms.termsOf((await details('extras')).cvIndustryTids ?? [], language),
      isPublic: row.state === 'public',
      isNamed: row.state !== 'unnamed',
      url: { path },
      urlNoPrefix: path,
      metatags: () =>
        organizationHead({
          id,
          name: row.name,
          mission: row.mission,
          opening: row.presentation?.slice(0, MAX_OPENING_LENGTH) ?? null,
          logo: logoImage(row.name, row.logo_file, row.logo_name)?.url,
        }),
      openJobs: async () => (await this.openJobs(context).load(row.id)) ?? 0,
    };
  }
}
