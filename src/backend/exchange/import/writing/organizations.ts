import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import { saveOrganizations } from '../../../domain/organizations/organization.repository.js';
import { organizationKeyOf } from './identity.js';

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

/** Finds the organizations of a site by name, and creates missing ones. Never changes existing ones. */
export class ImportedOrganizations {
  private readonly known = new Map<string, string>();

  constructor(
    private readonly site: string,
    private readonly source: string,
    private readonly siteLanguage: string,
    private readonly indexer: Pick<SearchIndexer, 'indexOrganizations'>,
  ) {}

  /** @returns ids by key. Call `remember` after the transaction has been committed. */
  async provide(trx: Kysely<Database>, wanted: Iterable<NamedOrganization>): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    const missing = new Map<string, NamedOrganization>();
    for (const organization of wanted) {
      const id = this.known.get(organization.key);
      if (id !== undefined) ids.set(organization.key, id);
      // The first advertisement with a description provides the organization's presentation.
      else if (missing.get(organization.key)?.presentation === undefined) missing.set(organization.key, organization);
    }
    if (missing.size === 0) return ids;
    for (const [key, id] of await this.find(trx, [...missing.values()])) {
      ids.set(key, id);
      missing.delete(key);
    }
    const created = await saveOrganizations(
      trx,
      this.site,
      [...missing.values()].map((organization) => this.toSave(organization)),
      this.indexer,
    );
    for (const { key } of missing.values()) ids.set(key, created.get(key || UNNAMED_KEY) ?? '');
    return ids;
  }

  remember(ids: ReadonlyMap<string, string>): void {
    for (const [key, id] of ids) this.known.set(key, id);
  }

  private async find(trx: Kysely<Database>, wanted: NamedOrganization[]): Promise<Map<string, string>> {
    const names = wanted.map(({ name }) => organizationKeyOf(name ?? this.unnamed));
    const { rows } = await sql<{ id: number; name: string; own: boolean; source_key: string }>`
      select id, name, source = ${this.source} as own, source_key from organization
      where site = ${this.site} and state in ('public', 'unnamed') and (
        lower(name) = any(${names}::text[])
        or (source = ${this.source} and source_key = any(${wanted.map(({ key }) => key || UNNAMED_KEY)}::text[]))
      )
      order by id desc
    `.execute(trx);
    const found = new Map<string, string>();
    for (const row of rows) {
      const key = row.own && row.source_key === UNNAMED_KEY ? '' : organizationKeyOf(row.name);
      found.set(key, String(row.id));
      // An organization that has been renamed keeps its advertisements.
      if (row.own && row.source_key !== UNNAMED_KEY) found.set(row.source_key, String(row.id));
    }
    return new Map(wanted.flatMap(({ key }) => (found.has(key) ? [[key, found.get(key)!]] : [])));
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
