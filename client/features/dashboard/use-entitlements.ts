import { useQuery } from '@tanstack/react-query';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import { CreditBalanceDocument, GetSubscriptionsDocument } from '#contract/generated/operations.js';
import { decodedMessage } from '#shared/text/server-message.js';
import { browserGraphql, GraphqlRequestError } from '../../lib/browser-graphql';
import { usePage } from '../../lib/page-context';
import { safeHtml } from '../../lib/show-message';
import {
  type Credits,
  entitledOrganization,
  type Loadable,
  MAX_SUBSCRIPTIONS,
  type Subscriptions,
  useUser,
} from '../../lib/user/user-context';

/** For islands: what was asked for, and how to ask again. */
export type Refreshed<Answer> = Answer & { reload: () => void };

/** The server gives no answer; `reasons` are readable and safe. */
class Refusal extends Error {
  constructor(readonly reasons: readonly string[]) {
    super();
  }
}

interface Question<Answer> {
  name: string;
  /** What the server has loaded for the page. */
  given: Answer;
  ask: (organizationId: string, options: { locale: string; signal: AbortSignal }) => Promise<Answer>;
  /** For how many milliseconds an answer is remembered that nothing shows any more; undefined: as the library does. */
  gcTime?: number;
}

/** What the organization can still spend (REC-06). */
export function useCredits(): Refreshed<Credits> {
  return useEntitlement({ name: 'credits', given: useUser().credits, ask: askCredits });
}

/** What the organization has subscribed to (REC-07), which is never remembered. */
export function useSubscriptions(): Refreshed<Subscriptions> {
  return useEntitlement({ name: 'subscriptions', given: useUser().subscriptions, ask: askSubscriptions, gcTime: 0 });
}

/**
 * Shows what the server gave, and asks anew when somebody comes back to the page: what is spent is spent elsewhere, and each form that
 * changes it leads to a new page. It is `loading` while there is nothing to show, and not while what is shown is compared with the server.
 */
function useEntitlement<Answer extends Loadable<readonly unknown[]>>({
  name,
  given,
  ask,
  gcTime,
}: Question<Answer>): Refreshed<Answer> {
  const { locale } = usePage();
  const organizationId = entitledOrganization(useUser().user);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [name, organizationId, locale],
    queryFn: ({ signal }) => ask(organizationId!, { locale, signal }),
    enabled: organizationId !== undefined,
    initialData: given.loading ? undefined : given,
    staleTime: 0,
    gcTime,
    // The page has just been made.
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    retry: (failures, reason) => failures < 1 && !(reason instanceof Refusal),
  });
  const known = data ?? given;
  const failed = error ? (error instanceof Refusal ? error.reasons : []) : known.error;
  const isAwaited = isFetching ? failed !== null || known.loading : known.loading && failed === null;
  return {
    ...known,
    loading: isAwaited && known.data.length === 0,
    error: isAwaited ? null : failed,
    reload: () => void refetch(),
  };
}

async function askCredits(organizationId: string, options: { locale: string; signal: AbortSignal }): Promise<Credits> {
  const { creditBalance } = await answerOf(browserGraphql(CreditBalanceDocument, { organizationId }, options));
  return { data: creditBalance, loading: false, error: null };
}

async function askSubscriptions(
  organizationId: string,
  options: { locale: string; signal: AbortSignal },
): Promise<Subscriptions> {
  const variables = { organizationId, limit: MAX_SUBSCRIPTIONS };
  const { getSubscriptions } = await answerOf(browserGraphql(GetSubscriptionsDocument, variables, options));
  const { subscriptions, total, errors } = getSubscriptions;
  return { data: subscriptions, total, loading: false, error: errors.length > 0 ? await readable(errors) : null };
}

/** @throws Refusal; anything else is the network, which may be there in a moment. */
async function answerOf<Data>(asked: Promise<Data>): Promise<Data> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof GraphqlRequestError)) throw error;
    // What only machines say of a failure is not for visitors.
    const listed = error.errors.filter(({ extensions }) => extensions?.code !== GRAPHQL_ERROR_CODES.unavailable);
    throw new Refusal(await readable(listed));
  }
}

function readable(errors: readonly { message: string }[]): Promise<string[]> {
  return Promise.all(errors.map(({ message }) => safeHtml(decodedMessage(message))));
}
