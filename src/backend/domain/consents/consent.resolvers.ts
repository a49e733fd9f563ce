import type { Kysely } from 'kysely';
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
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { ruleMessage, textsOf } from '../../platform/texts/site-texts.js';
import { type ConsentInfo, type ConsentTexts, textIn } from './consent-texts.js';
import { type ConsentViolation, recordConsent } from './user-consents.js';

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
  return { id: String(id), type, optIn, text: textIn(info, language), revisionId: String(revisionId) };
}
