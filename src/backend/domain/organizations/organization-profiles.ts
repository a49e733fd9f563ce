import type { Kysely } from 'kysely';
import type { Image, OrganizationProfile } from '#contract/generated/resolvers.js';
import { organizationPath } from '#contract/pages/paths.js';
import { addressOf } from '../../platform/database/address.js';
import type { Database } from '../../platform/database/schema.js';
import { type Lazy, perRequestLoader } from '../../platform/graphql/lazy.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { MAX_OPENING_LENGTH, organizationHead } from '../content/page-head.js';
import { logoImage, countOpenJobs, findOrganizations, type StoredOrganization } from './organization.repository.js';
import {
  findDetails,
  NO_DETAILS,
  type OrganizationDetails,
  shownDetails,
  type StoredDetails,
} from './organization-details.js';

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
