import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationOpenPrivateRecordArgs,
  Query,
  QueryPrivateRecordArgs,
} from '#contract/generated/resolvers.js';
import { messageOf } from '../accounts/fault-messages.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { accessUntil, type AccessViolation, findPrivateRecord, openRecord } from './staff-access.js';

const UNKNOWN: Readonly<Record<string, string>> = {
  en: 'There is no such record any more',
  de: 'Diesen Eintrag gibt es nicht mehr',
  fr: 'Cet élément n’existe plus',
};
const TOO_LONG: Readonly<Record<string, string>> = {
  en: 'Please use at most 500 characters',
  de: 'Bitte verwenden Sie höchstens 500 Zeichen',
  fr: 'Veuillez utiliser 500 caractères au maximum',
};

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
        async ({ kind, id, reason }, { viewer, site, now, language }) => {
          const violations = await openRecord(database, { viewer, site: site.name, now }, { kind, id }, reason);
          return {
            __typename: 'AccountResult',
            errors: violations.map((violation) => ({
              __typename: 'AccountError',
              field: violation.field,
              message: messageFor(violation, language),
            })),
          };
        },
      ),
    },
  } satisfies RootResolvers;
}

function messageFor({ rule }: AccessViolation, language: string): string {
  if (rule === 'required') return messageOf({ rule }, language);
  const messages = rule === 'tooLong' ? TOO_LONG : UNKNOWN;
  return messages[language] ?? messages.en!;
}
