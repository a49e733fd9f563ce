import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationOpenPrivateRecordArgs,
  Query,
  QueryPrivateRecordArgs,
} from '#contract/generated/resolvers.js';
import { MAX_ACCESS_REASON_LENGTH } from '#contract/accounts/staff-access.js';
import { accountMessage } from '../accounts/fault-messages.js';
import { type RuleMessage, ruleMessage } from '../../platform/texts/rule-message.js';
import { type SiteTexts, textsOf } from '../../platform/texts/site-texts.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { accessUntil, type AccessViolation, findPrivateRecord, openRecord } from './staff-access.js';

/** Private data of others, which administrators see only after they have said why. */
export function staffAccessResolvers(database: Kysely<Database>) {
  return {
    Query: {
      privateRecord: allow<QueryPrivateRecordArgs, Query['privateRecord']>(
        'administrator',
        async (record, { viewer, site, now }) => {
          const found = await findPrivateRecord(database, site.name, record);
          if (!found) return null;
          const until = await accessUntil(database, viewer, record, now);
          return { name: found.name, openUntil: until?.toISOString() ?? null };
        },
      ),
    },
    Mutation: {
      openPrivateRecord: allow<MutationOpenPrivateRecordArgs, Mutation['openPrivateRecord']>(
        'administrator',
        async ({ kind, id, reason }, { viewer, site, now, locale }) => {
          const violations = await openRecord(database, { viewer, site: site.name, now }, { kind, id }, reason);
          const texts = textsOf(site, locale);
          return {
            __typename: 'AccountResult',
            errors: violations.map((violation) => ({
              __typename: 'AccountError',
              field: violation.field,
              ...messageFor(violation, texts),
            })),
          };
        },
      ),
    },
  } satisfies RootResolvers;
}

function messageFor({ rule }: AccessViolation, texts: SiteTexts): RuleMessage {
  switch (rule) {
    case 'required':
      return accountMessage({ rule }, texts);
    case 'tooLong':
      return ruleMessage(texts.t, 'errors.record.tooLong', { max: MAX_ACCESS_REASON_LENGTH });
    case 'unknown':
      return ruleMessage(texts.t, 'errors.record.unknown');
  }
}
