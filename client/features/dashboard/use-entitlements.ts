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

/** For islands: the response, with a function that repeats the request. */
export type Refreshed<Answer> = Answer & { reload: () => void };

/** The server returned an error; `reasons` are readable and safe. */
class Refusal extends Error {
  constructor(readonly reasons: readonly string[]) {
    super();
  }
}

interface Question<Answer> {
  name: string;
  /** Data that the server has loaded for the page. */
  given: Answer;
  ask: (organizationId: string, options: { locale: string; signal: AbortSignal }) => Promise<Answer>;
  /** Time for which an unused response stays cached, in milliseconds; undefined for the library's default. */
  gcTime?: number;
}

/** The organization's credits (REC-06). */
export function useCredits(): Refreshed<Credits> {
  return useEntitlement({ name: 'credits', given: useUser().credits, ask: askCredits });
}

/** The organization's subscriptions (REC-07), which are never cached. */
export function useSubscriptions(): Refreshed<Subscriptions> {
  return useEntitlement({ name: 'subscriptions', given: useUser().subscriptions, ask: askSubscriptions, gcTime: 0 });
}

/**
 * Shows the data loaded by the server, and refetches it when the user returns to the page: credits are spent elsewhere,
 * and each form that changes them leads to a new page. `loading` is true while there is no data to show, but not during
 * a refetch.
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
    // The page has just been rendered.
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

/** @throws Refusal; other errors are network errors, which may be temporary. */
async function answerOf<Data>(asked: Promise<Data>): Promise<Data> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof GraphqlRequestError)) throw error;
    // Technical errors are not shown to visitors.
    const listed = error.errors.filter(({ extensions }) => extensions?.code !== GRAPHQL_ERROR_CODES.unavailable);
    throw new Refusal(await readable(listed));
  }
}

function readable(errors: readonly { message: string }[]): Promise<string[]> {
  return Promise.all(errors.map(({ message }) => safeHtml(decodedMessage(message))));
}
