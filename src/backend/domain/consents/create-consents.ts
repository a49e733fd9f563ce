import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { BackendSite } from '#contract/backend/backend.js';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import type {
  GdprConsentInfo,
  GdprConsentSortInput,
  GdprUserConsentResult,
  Mutation,
  MutationCreateGdprUserConsentArgs,
  Query,
  QueryGetGdprConsentInfosArgs,
  QueryHasTheLatestConsentArgs,
  GdprConsentPlacement,
  GdprConsentType,
} from '#contract/generated/resolvers.js';
import { textIn } from '#shared/text/translator.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { ConsentInfoTable } from '../../platform/database/tables/account-tables.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { lockSite } from '../content/seed-content.js';
import { parseId } from '../../platform/database/statement.js';
import { allow, type RootResolvers, badUserInput } from '../../platform/graphql/allow.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { ruleMessage, textsOf } from '../../platform/texts/site-texts.js';
import { ResultCache } from '../../platform/database/caches.js';
import { sanitisedHtml } from '../content/rich-text.js';
import { type ConsentViolation, recordConsent } from './stored-consents.js';

const PLACEMENTS = ['REGISTRATION', 'PROFILE'] as const;

type SeededLocale = 'en' | 'en-GB' | 'en-CA' | 'de' | 'fr';

interface SeededConsent {
  type: ConsentInfoTable['type'];
  /** Path of the page with details. */
  path: string;
  texts: Readonly<Record<SeededLocale, string>>;
}

/** Format of the file, in which a text is an array of lines. */
interface StoredConsent extends Omit<SeededConsent, 'texts'> {
  texts: Readonly<Record<SeededLocale, readonly string[]>>;
}

/** Consent texts, and the consents that people have given. */
export async function createConsents(deps: {
  database: Kysely<Database>;
  changes: ChangeFeed;
  sites: readonly BackendSite[];
  clock: () => Date;
}): Promise<BackendModule> {
  const { database, changes, sites, clock } = deps;
  await seedMissingConsents(database, sites, clock());
  return { resolvers: [consentResolvers({ database, texts: new ConsentTexts(database, changes) })] };
}

/** Adds the missing consent texts to every site, with or without demo data. Existing texts are kept. */
export async function seedMissingConsents(
  database: Kysely<Database>,
  sites: readonly Pick<BackendSite, 'name'>[],
  now: Date,
): Promise<void> {
  const names = sites.map(({ name }) => name);
  const rows = await database.selectFrom('consent_info').select('site').distinct().where('site', 'in', names).execute();
  const seeded = new Set(rows.map(({ site }) => site));
  for (const name of names.filter((each) => !seeded.has(each)))
    await database.transaction().execute((trx) => seedConsents(trx, name, now));
}

async function seedConsents(trx: Kysely<Database>, site: string, now: Date): Promise<void> {
  // The lock serializes processes that start together; the later ones find everything there.
  await lockSite(trx, site);
  const consents = readSeededConsents();
  for (const placement of PLACEMENTS)
    for (const { type, path, texts } of consents) {
      const info = await trx
        .insertInto('consent_info')
        .values({ site, type, placement, path })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!info) continue;
      await trx
        .insertInto('consent_revision')
        .values({ info_id: info.id, texts: JSON.stringify(texts), created_at: now })
        .execute();
    }
}

/** Reads the default texts. The operator of a site is responsible for its own. */
function readSeededConsents(): SeededConsent[] {
  const file = new URL('seeded-consents.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as StoredConsent[]).map(({ type, path, texts }) => ({
    type,
    path,
    texts: joinLines(texts),
  }));
}

function joinLines(texts: StoredConsent['texts']): SeededConsent['texts'] {
  const joined = (locale: SeededLocale): string => texts[locale].join('\n');
  return { en: joined('en'), 'en-GB': joined('en-GB'), 'en-CA': joined('en-CA'), de: joined('de'), fr: joined('fr') };
}

const MAX_INFOS = 100;

/** Resolvers for consents (CONSENT-03). */
export function consentResolvers({ database, texts }: { database: Kysely<Database>; texts: ConsentTexts }) {
  return {
    Query: {
      getGdprConsentInfos: allow<QueryGetGdprConsentInfosArgs, Query['getGdprConsentInfos']>(
        'anyone',
        async (args, { site, locale }) => {
          const infos = selected(await texts.ofSite(site.name), args);
          return infos.map((info) => toInfo(info, args.language ?? locale));
        },
      ),
      hasTheLatestConsent: allow<QueryHasTheLatestConsentArgs, Query['hasTheLatestConsent']>(
        'user',
        async ({ type, placement }, { site, viewer }) => {
          const info = await texts.find(site.name, type, placement);
          const consent = info && viewer.consents.get(info.revisionId);
          if (!consent) return null;
          const { id, email: mail } = consent;
          return { id, mail, infoId: String(info.id), infoRevisionId: String(info.revisionId) };
        },
      ),
    },
    Mutation: {
      createGdprUserConsent: allow<MutationCreateGdprUserConsentArgs, Mutation['createGdprUserConsent']>(
        'self',
        (args, context) => createConsent(database, args, context),
      ),
    },
  } satisfies RootResolvers;
}

async function createConsent(
  database: Kysely<Database>,
  { mail, infoId: info, infoRevisionId }: MutationCreateGdprUserConsentArgs,
  context: UserContext,
): Promise<GdprUserConsentResult> {
  const { viewer, site, locale, now } = context;
  if (normalizeEmail(mail) !== viewer.email) return refusal('mail', 'otherAddress', context);
  const infoId = parseId(info);
  if (infoId === undefined) return refusal('infoId', 'unknown', context);
  // A malformed id matches no revision.
  const revisionId = infoRevisionId == null ? undefined : (parseId(infoRevisionId) ?? 0);
  const { accountId, email } = viewer;
  const giver = { accountId, email, site: site.name, locale, method: 'modal', now } as const;
  const outcome = await recordConsent(database, { infoId, revisionId }, giver);
  if (!outcome.ok) return refusal('infoId', outcome.violation, context);
  const { id, mail: agreed, revisionId: current } = outcome.consent;
  const consent = { id, mail: agreed, infoId: String(infoId), infoRevisionId: String(current) };
  return { errors: [], consent };
}

function refusal(
  field: 'mail' | 'infoId',
  rule: ConsentViolation | 'otherAddress',
  { site, locale }: Pick<UserContext, 'site' | 'locale'>,
): GdprUserConsentResult {
  const { t } = textsOf(site, locale);
  const message = ruleMessage(t, `errors.consent.${rule}`);
  return { errors: [{ __typename: 'AccountError', field, code: null, ...message }], consent: null };
}

const SORTS: Readonly<Record<string, (info: ConsentInfo) => number | string>> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  placement: ({ placement }) => placement,
};

/** @throws BAD_USER_INPUT for an invalid order or number */
function selected(infos: readonly ConsentInfo[], args: QueryGetGdprConsentInfosArgs): ConsentInfo[] {
  const { id, type, placement, path, limit, offset, sorting } = args;
  const first = offset ?? 0;
  const count = limit ?? MAX_INFOS;
  if (first < 0 || count < 0 || count > MAX_INFOS) throw badUserInput(`At most ${MAX_INFOS} infos at once.`);
  const matching = infos.filter(
    (info) =>
      (id == null || String(info.id) === id) &&
      (type == null || info.type === type) &&
      (placement == null || info.placement === placement) &&
      (path == null || info.path === path),
  );
  const orders = (sorting ?? []).map(toOrder);
  const sorted = matching.toSorted((left, right) => {
    for (const order of orders) {
      const difference = order(left, right);
      if (difference !== 0) return difference;
    }
    return left.id - right.id;
  });
  return sorted.slice(first, first + count);
}

function toOrder({ field, value }: GdprConsentSortInput): (left: ConsentInfo, right: ConsentInfo) => number {
  const read = Object.hasOwn(SORTS, field) ? SORTS[field] : undefined;
  if (!read) throw badUserInput(`Consent infos cannot be sorted by ${field}.`);
  const direction = value.toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') throw badUserInput('The order must be asc or desc.');
  const sign = direction === 'asc' ? 1 : -1;
  return (left, right) => {
    const [a, b] = [read(left), read(right)];
    return a === b ? 0 : a < b ? -sign : sign;
  };
}

function toInfo(info: ConsentInfo, language: string): GdprConsentInfo {
  const { id, type, optIn, revisionId } = info;
  return { id: String(id), type, optIn, text: textIn(info.texts, language) ?? '', revisionId: String(revisionId) };
}

/** A consent that people of a site are asked for, with its current text. */
interface ConsentInfo {
  id: number;
  type: GdprConsentType;
  placement: GdprConsentPlacement;
  optIn: boolean;
  path: string;
  revisionId: number;
  /** Safe HTML by language or locale. */
  texts: Readonly<Record<string, string>>;
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

const MAX_SITES = 500;

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
