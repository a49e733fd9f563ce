import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import { saveOrganizations } from '../../../domain/organizations/organization.repository.js';
import type { Advert } from '../reading/advert.js';
import { plainLine } from '../../../reference/text/clean-text.js';

/** An organization that is named in advertisements. */
export interface NamedOrganization {
  /** undefined if it is not named; all such advertisements share one organization. */
  name?: string;
  key: string;
  language: string;
  /** Sanitised HTML. */
  presentation?: string;
  website?: string;
}

const UNNAMED: Record<string, string> = {
  en: 'Employer not named',
  de: 'Arbeitgeber nicht genannt',
  fr: 'Employeur non précisé',
};
const UNNAMED_KEY = '(unnamed)';

/** Ids of organizations by key; undefined if an organization is suspended or closed, so that it has no public jobs. */
export type OrganizationIds = ReadonlyMap<string, string | undefined>;

/** Finds the organizations of a site by name or by their earlier jobs, and creates missing ones. Never changes existing ones. */
export class ImportedOrganizations {
  private readonly known = new Map<string, string>();
  /** Organizations of earlier jobs by the employer's key in the feed, where it is not their name; undefined before the first use. */
  private renamed?: Map<string, number>;

  constructor(
    private readonly site: string,
    private readonly source: string,
    private readonly siteLanguage: string,
    private readonly indexer: Pick<SearchIndexer, 'indexOrganizations'>,
  ) {}

  /** Call `remember` after the transaction has been committed. */
  async provide(trx: Kysely<Database>, wanted: Iterable<NamedOrganization>): Promise<OrganizationIds> {
    const organizations = [...wanted];
    // Imports of other sources create their organizations one after the other, so that they find those of each other. The lock is taken
    // before all others of the transaction, because another import may already hold it and wait for those.
    if (organizations.some(({ key }) => !this.known.has(key)))
      await sql`select pg_advisory_xact_lock(hashtextextended(${`imported organizations ${this.site}`}, 0))`.execute(
        trx,
      );
    const known = new Map(organizations.map(({ key }) => [key, this.known.get(key)]));
    const stillOpen = await lockOpen(trx, known.values());
    const ids = new Map([...known].filter(([, id]) => id !== undefined && stillOpen.has(id)));
    const missing = new Map<string, NamedOrganization>();
    for (const organization of organizations) {
      const { key } = organization;
      // The first advertisement with a description provides the organization's presentation.
      if (!ids.has(key) && missing.get(key)?.presentation === undefined) missing.set(key, organization);
    }
    if (missing.size === 0) return ids;
    const found = new Map<string, string | undefined>();
    for (const find of ['find', 'findRenamed'] as const)
      for (const [key, id] of await this[find](trx, [...missing.values()])) {
        found.set(key, id);
        missing.delete(key);
      }
    const open = await lockOpen(trx, found.values());
    for (const [key, id] of found) ids.set(key, id !== undefined && open.has(id) ? id : undefined);
    const created = await saveOrganizations(
      trx,
      this.site,
      [...missing.values()].map((organization) => this.toSave(organization)),
      this.indexer,
    );
    for (const { key } of missing.values()) ids.set(key, created.get(key || UNNAMED_KEY) ?? '');
    return ids;
  }

  remember(ids: OrganizationIds): void {
    for (const [key, id] of ids) if (id !== undefined) this.known.set(key, id);
  }

  /**
   * An organization that was merged into another one stands for that one. A suspended organization is found as well, so that it is not
   * created again under its name; one that has been closed only if it came from this source, whose key is taken.
   */
  private async find(
    trx: Kysely<Database>,
    wanted: NamedOrganization[],
  ): Promise<[key: string, id: string | undefined][]> {
    const names = wanted.map(({ name }) => organizationKeyOf(name ?? this.unnamed));
    const { rows } = await sql<{ id: number; name: string; own: boolean; source_key: string; open: boolean }>`
      with found as (
        select coalesce(other.id, o.id) as id, o.name, o.source = ${this.source} as own, o.source_key, o.state = 'closed' as replaced,
          coalesce(other.state, o.state) <> 'closed' as open,
          coalesce(other.suspended_from, o.suspended_from) is not null as suspended
        from organization o left join organization other on other.id = o.merged_into
        where o.site = ${this.site} and o.state in ('public', 'unnamed', 'closed') and (
          lower(o.name) = any(${names}::text[])
          or (o.source = ${this.source} and o.source_key = any(${wanted.map(({ key }) => key || UNNAMED_KEY)}::text[]))
        )
      )
      select id, name, own, source_key, open from found where open or suspended or own
      order by open, replaced desc, id desc
    `.execute(trx);
    const found = new Map<string, string | undefined>();
    for (const row of rows) {
      const id = row.open ? String(row.id) : undefined;
      found.set(row.own && row.source_key === UNNAMED_KEY ? '' : organizationKeyOf(row.name), id);
      // An organization that has been renamed keeps its advertisements.
      if (row.own && row.source_key !== UNNAMED_KEY) found.set(row.source_key, id);
    }
    return wanted.flatMap(({ key }): [string, string | undefined][] => (found.has(key) ? [[key, found.get(key)]] : []));
  }

  /**
   * The organization of an employer that has another name on the site now: earlier jobs of the source show which one it is. They are read
   * once for all batches, because the first batch may contain only new jobs of the employer. Not found is an employer all of whose keys
   * are too long to be stored as they are.
   */
  private async findRenamed(
    trx: Kysely<Database>,
    wanted: NamedOrganization[],
  ): Promise<[key: string, id: string | undefined][]> {
    if (!wanted.some(({ name }) => name !== undefined)) return [];
    if (!this.renamed) {
      const { rows } = await sql<{ key: string; id: number }>`
        with earlier as (
          select id, organization_id, substring(source_key from '^(.+?)/(?:key|hash):') as key
          from job where site = ${this.site} and source = ${this.source}
        )
        select distinct on (earlier.key) earlier.key, o.id
        from earlier join organization o on o.id = earlier.organization_id
        where earlier.key <> lower(o.name) order by earlier.key, earlier.id desc
      `.execute(trx);
      this.renamed = new Map(rows.map(({ key, id }) => [key, id]));
    }
    const known = wanted.flatMap(({ key }) => (this.renamed!.has(key) ? [{ key, id: this.renamed!.get(key)! }] : []));
    if (known.length === 0) return [];
    const { rows } = await sql<{ id: number; open: boolean }>`
      select id, state <> 'closed' as open from organization
      where id = any(${known.map(({ id }) => id)}::bigint[]) and (state = 'public' or suspended_from is not null)
    `.execute(trx);
    const open = new Map(rows.map((row) => [row.id, row.open]));
    return known.flatMap(({ key, id }): [string, string | undefined][] =>
      open.has(id) ? [[key, open.get(id) ? String(id) : undefined]] : [],
    );
  }

  private toSave({ name, key, language, presentation, website }: NamedOrganization) {
    return {
      source: this.source,
      sourceKey: key || UNNAMED_KEY,
      name: name ?? this.unnamed,
      language: name === undefined ? this.siteLanguage : language,
      presentation: name === undefined ? undefined : presentation,
      website: name === undefined ? undefined : website,
      isUnnamed: name === undefined,
      benefitTids: [],
      featured: false,
    };
  }

  private get unnamed(): string {
    return UNNAMED[this.siteLanguage] ?? UNNAMED.en!;
  }
}

/**
 * Locks organizations until the end of the transaction: a suspension waits for it, and then sees its jobs.
 *
 * @returns the ids of those that are not closed
 */
async function lockOpen(trx: Kysely<Database>, given: Iterable<string | undefined>): Promise<Set<string>> {
  const ids = [...given].filter((id) => id !== undefined);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from organization where id = any(${ids}::bigint[]) and state <> 'closed' order by id for share
  `.execute(trx);
  return new Set(rows.map(({ id }) => String(id)));
}

/** Identifies an advertisement across successive files. */
export interface AdvertIdentity {
  /** undefined if the advertisement does not name its organization. */
  organization?: string;
  organizationKey: string;
  /** The feed's own key, as known to an operator. */
  reference?: string;
  sourceKey: string;
}

const MAX_KEY_LENGTH = 200;
const MAX_NAME_LENGTH = 200;

/** @param organization organization of all rows, whatever the rows contain */
export function identify(advert: Advert, organization: string | undefined): AdvertIdentity {
  const name = organization ?? (organizationName(advert.organization) || nameInProfile(advert.organizationProfile));
  const organizationKey = organizationKeyOf(name);
  const reference = plainLine(advert.key) || undefined;
  const { place } = advert;
  const own = reference
    ? `key:${reference}`
    : hashOf([plainLine(advert.title), place.text, place.country, place.area, place.locality, place.zip]);
  const whole = `${organizationKey}/${own}`;
  const sourceKey = whole.length <= MAX_KEY_LENGTH ? whole : hashOf([whole]);
  return { ...(name ? { organization: name } : {}), organizationKey, ...(reference ? { reference } : {}), sourceKey };
}

/** Returns the same key for `Food Bank`, `FOOD  BANK` and `food bank`. */
function organizationKeyOf(name: string | undefined): string {
  return (name ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function organizationName(text: string | undefined): string {
  const name = plainLine(text);
  return /^(?:n\/?a|none|unknown|confidential|anonymous|-+)$/i.test(name) ? '' : name.slice(0, MAX_NAME_LENGTH).trim();
}

function hashOf(parts: (string | undefined)[]): string {
  const text = parts.map((part) => (part ?? '').toLowerCase().replace(/\s+/g, ' ').trim()).join('\n');
  return `hash:${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}

// Matches `Example Trust (ET) is a registered charity…`: a name, followed by the kind of organization.
const BEGINNING =
  /^((?:\p{Lu}[\p{L}\p{N}&.'’-]*)(?:\s+(?:\p{Lu}[\p{L}\p{N}.'’-]*|&|of|and|the|for|de|du|des|la|für|und)){0,6}?)(?:\s*\([^)]{1,20}\))?,?\s+(?:is|was founded as|ist|est)\s+(?:an?|the|one of the|eine?|une?|la|le)\s+([^.!?]{0,160})/u;
const KIND =
  /\b(?:compan(?:y|ies)|corporation|organi[sz]ation|charity|non-?profit|not-for-profit|foundation|trust|association|provider|supplier|firm|agency|manufacturer|retailer|start-?up|bank|hospital|university|college|school|ngo|verein|stiftung|unternehmen|fondation|entreprise|organisation)\b/i;
const NO_NAME =
  /^(?:we|our|us|i|it|this|that|these|the company|the role|the position|there|here|he|she|they|you|your|what|who|why|how|about|join|position|job|role|client|location|welcome|located|as|at|in|for|with|and|experience|qualifications?|requirements?|responsibilit(?:y|ies)|terms?|salary|duration|company|employer|founded|established|one|each|every|if|when)\b/i;
const MAX_LENGTH = 60;

/** @returns the organization's name if its description clearly starts with it, otherwise undefined */
function nameInProfile(profile: string | undefined): string | undefined {
  if (profile === undefined) return undefined;
  const text = plainLine(profile.slice(0, 600));
  const [, name, what] = BEGINNING.exec(text) ?? [];
  if (name === undefined || what === undefined || name.length > MAX_LENGTH || NO_NAME.test(name) || !KIND.test(what))
    return undefined;
  return name.replace(/[.,;:]+$/, (end) => (/\b(?:Inc|Ltd|Co|Corp)\.$/.test(name) ? end : ''));
}
