import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { GdprConsentPlacement, GdprConsentType } from '#contract/generated/resolvers.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import { ResultCache } from '../../platform/database/caches/result-cache.js';
import type { Database } from '../../platform/database/schema.js';
import { sanitisedHtml } from '../content/rich-text.js';

/** A consent that people of a site are asked for, with its current text. */
export interface ConsentInfo {
  id: number;
  type: GdprConsentType;
  placement: GdprConsentPlacement;
  optIn: boolean;
  path: string;
  revisionId: number;
  /** Safe HTML by language or locale. */
  texts: Readonly<Record<string, string>>;
}

const MAX_SITES = 500;
const FALLBACK = 'en';

/** Current consent texts of the sites. All pages for logged-in people need them, so they are cached until they change. */
export class ConsentTexts {
  private readonly cache = new ResultCache<readonly ConsentInfo[]>(
    new LRUCache({ max: MAX_SITES }),
    () => this.feed.isCurrent,
  );

  constructor(
    private readonly database: Kysely<Database>,
    private readonly feed: Pick<ChangeFeed, 'subscribe' | 'isCurrent'>,
  ) {
    feed.subscribe((changes) => {
      if (changes.some(({ kind }) => kind === 'content' || kind === 'all')) this.cache.invalidate();
    });
  }

  /** @returns the consents of a site that have a text, the oldest first */
  ofSite(site: string): Promise<readonly ConsentInfo[]> {
    return this.cache.get<readonly ConsentInfo[]>(site, () => findInfos(this.database, site), {
      pack: (infos) => infos,
      unpack: (infos) => infos,
    });
  }

  async find(site: string, type: GdprConsentType, placement: GdprConsentPlacement): Promise<ConsentInfo | undefined> {
    return (await this.ofSite(site)).find((info) => info.type === type && info.placement === placement);
  }
}

/** @param locale the text of this locale is preferred, then that of its language, then English */
export function textIn({ texts }: Pick<ConsentInfo, 'texts'>, locale: string): string {
  return texts[locale] ?? texts[locale.slice(0, 2)] ?? texts[FALLBACK] ?? '';
}

async function findInfos(database: Kysely<Database>, site: string): Promise<ConsentInfo[]> {
  const { rows } = await sql<ConsentInfo>`
    select i.id, i.type, i.placement, i.opt_in as "optIn", i.path, r.id as "revisionId", r.texts
    from consent_info i join lateral (
      select id, texts from consent_revision where info_id = i.id and withdrawn_at is null order by id desc limit 1
    ) r on true
    where i.site = ${site} order by i.id
  `.execute(database);
  return rows.map((row) => ({
    ...row,
    texts: Object.fromEntries(Object.entries(row.texts).map(([locale, text]) => [locale, sanitisedHtml(text)])),
  }));
}
