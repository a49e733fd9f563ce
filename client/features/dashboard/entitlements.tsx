import { type ReactNode, useMemo, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DASHBOARD_PATH, OWN_PRODUCTS_PATH, PRODUCTS_PATH } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import { CreditBalanceDocument, GetSubscriptionsDocument } from '#contract/generated/operations.js';
import { decodedMessage } from '#shared/text/server-message.js';
import { LoadError, Skeleton } from '../../components/ui/feedback/load-error';
import { Panel } from '../../components/ui/containers/panel';
import { Tag } from '../../components/ui/tag';
import { formatDate, formatNumber } from '../../lib/format';
import { PageInfoContext, usePage } from '../../lib/page-context';
import {
  type Loadable,
  type Subscription,
  type Credits,
  entitledOrganization,
  MAX_SUBSCRIPTIONS,
  type Subscriptions,
  useUser,
} from '../../lib/user/user-context';
import { browserGraphql, GraphqlRequestError } from '../../lib/browser-graphql';
import { safeHtml } from '../../lib/show-message';
import { entitlementMessages, type EntitlementPart } from './entitlement-texts';
import styles from './entitlements.module.css';

/** The server returned an error; `reasons` are readable and safe. */
class Refusal extends Error {
  constructor(readonly reasons: readonly string[]) {
    super();
  }
}

const PARTS: Readonly<Record<EntitlementPart, (props: { hasPage: boolean }) => ReactNode>> = {
  credits: CreditsPanel,
  subscriptions: SubscriptionsPanel,
  balance: BalancePanel,
};

/**
 * The island `entitlements`: credits and subscriptions of an organization, initially as loaded by the server, then
 * refreshed.
 */
export function Entitlements({
  part,
  texts,
  hasPage = false,
}: {
  part: EntitlementPart;
  texts: readonly string[];
  /** Whether there is a page with all details, and one to buy more. */
  hasPage?: boolean;
}) {
  const page = usePage();
  const own = useMemo(
    () => ({ ...page, t: translator(page.locale, entitlementMessages(part, texts)) }),
    [page, part, texts],
  );
  const Part = PARTS[part];
  return (
    <PageInfoContext value={own}>
      <Part hasPage={hasPage} />
    </PageInfoContext>
  );
}

function CreditsPanel({ hasPage }: { hasPage: boolean }) {
  const { t, href, locale } = usePage();
  const credits = useCredits();
  return (
    <Panel
      id="credits"
      title={t('dashboard.credits.title')}
      aside={hasPage && <a href={href(OWN_PRODUCTS_PATH)}>{t('dashboard.credits.own')}</a>}
    >
      <Refreshing parts={[{ of: credits, failed: t('dashboard.credits.failed') }]}>
        {credits.data.length === 0 ? (
          <p className={styles.soft}>{t('dashboard.credits.none')}</p>
        ) : (
          <Figures
            figures={credits.data.map(({ type, label, amount }) => [type, label, formatNumber(amount, locale)])}
          />
        )}
      </Refreshing>
      {hasPage && (
        <p>
          <a href={`${href(PRODUCTS_PATH)}#row-4`}>{t('dashboard.credits.buy')}</a>
        </p>
      )}
    </Panel>
  );
}

function SubscriptionsPanel({ hasPage }: { hasPage: boolean }) {
  const { t, href } = usePage();
  const subscriptions = useSubscriptions();
  const { data, total } = subscriptions;
  return (
    <Panel
      id="subscriptions"
      title={t('dashboard.subscriptions.title')}
      aside={total > 0 && <span className={styles.soft}>{t('dashboard.subscriptions.total', { count: total })}</span>}
    >
      <Refreshing parts={[{ of: subscriptions, failed: t('dashboard.subscriptions.failed') }]}>
        {data.length === 0 ? (
          <p className={styles.soft}>{t('dashboard.subscriptions.none')}</p>
        ) : (
          <ul className={styles.rows}>
            {data.map((subscription) => (
              <SubscriptionRow key={subscription.id} subscription={subscription} />
            ))}
          </ul>
        )}
      </Refreshing>
      {hasPage && (
        <p>
          <a href={`${href(PRODUCTS_PATH)}#row-6`}>{t('dashboard.subscriptions.buy')}</a>
        </p>
      )}
    </Panel>
  );
}

/**
 * A summary of the organization's balance; the dashboard has the details. Nothing if the organization has neither
 * credits nor active subscriptions.
 */
function BalancePanel() {
  const { t, href, locale } = usePage();
  const credits = useCredits();
  const subscriptions = useSubscriptions();
  const parts = [
    { of: credits, failed: t('dashboard.credits.failed') },
    { of: subscriptions, failed: t('dashboard.subscriptions.failed') },
  ];
  const active = subscriptions.data.filter(({ status }) => status.value === 'active');
  const figures = credits.data.map(({ type, label, amount }): Figure => [type, label, formatNumber(amount, locale)]);
  if (active.length > 0) {
    const jobs = active.reduce((sum, { availableJobSlots }) => sum + availableJobSlots, 0);
    const contacts = active.reduce((sum, { usageResumeContactSlots: slots }) => sum + (slots?.available ?? 0), 0);
    figures.push(['job-slots', t('dashboard.balance.jobSlots'), formatNumber(jobs, locale)]);
    if (contacts > 0) figures.push(['contact-slots', t('dashboard.balance.contacts'), formatNumber(contacts, locale)]);
  }
  if (figures.length === 0 && parts.every(({ of }) => !of.loading && !of.error)) return null;
  return (
    <Panel
      id="balance"
      title={t('dashboard.balance.title')}
      aside={<a href={`${href(DASHBOARD_PATH)}#credits`}>{t('dashboard.balance.details')}</a>}
    >
      <Refreshing parts={parts}>
        <Figures figures={figures} />
      </Refreshing>
    </Panel>
  );
}

/** Errors and the loading state, each in an element that keeps the focus and announces its content. */
function Refreshing({
  parts,
  children,
}: {
  parts: readonly { of: Refreshed<Loadable<readonly unknown[]>>; failed: string }[];
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const isLoading = parts.some(({ of }) => of.loading);
  const isKnown = parts.some(({ of }) => !of.loading && (!of.error || of.data.length > 0));
  return (
    <div ref={place} tabIndex={-1} aria-live="polite" aria-busy={isLoading} className={styles.part}>
      {parts.map(
        ({ of, failed }) =>
          of.error && (
            <LoadError
              key={failed}
              message={failed}
              errors={of.error}
              onAgain={() => {
                // The button disappears with the message.
                place.current?.focus();
                of.reload();
              }}
            />
          ),
      )}
      {isLoading && <Skeleton />}
      {isKnown && children}
    </div>
  );
}

/** A key, a label, and an amount. */
type Figure = readonly [key: string, label: string, amount: string];

function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.numbers}>
      {figures.map(([key, label, amount]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { t, locale, site } = usePage();
  const {
    label,
    status,
    startDate,
    endDate,
    availableJobSlots,
    usageResumeContactSlots: contacts,
    absoluteUrl,
  } = subscription;
  const start = formatDate(startDate, locale, site.timeZone);
  const time = endDate
    ? t('dashboard.subscriptions.until', { start, end: formatDate(endDate, locale, site.timeZone) })
    : t('dashboard.subscriptions.since', { start });
  return (
    <li>
      <p>
        <strong>{absoluteUrl ? <a href={absoluteUrl}>{label}</a> : label}</strong> <Tag>{status.label}</Tag>
      </p>
      <p className={styles.soft}>{time}</p>
      <p className={styles.soft}>
        {t('dashboard.subscriptions.jobSlots', { count: availableJobSlots })}
        {contacts &&
          ` · ${t('dashboard.subscriptions.contacts', { available: contacts.available, total: contacts.total })}`}
      </p>
    </li>
  );
}

/** For islands: the response, with a function that repeats the request. */
type Refreshed<Answer> = Answer & { reload: () => void };

interface Question<Answer> {
  name: string;
  /** Data that the server has loaded for the page. */
  given: Answer;
  ask: (organizationId: string, options: { locale: string; signal: AbortSignal }) => Promise<Answer>;
  /** Time for which an unused response stays cached, in milliseconds; undefined for the library's default. */
  gcTime?: number;
}

/** The organization's credits (REC-06). */
function useCredits(): Refreshed<Credits> {
  return useEntitlement({ name: 'credits', given: useUser().credits, ask: askCredits });
}

/** The organization's subscriptions (REC-07), which are never cached. */
function useSubscriptions(): Refreshed<Subscriptions> {
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
async function answerOf<Data>(pending: Promise<Data>): Promise<Data> {
  try {
    return await pending;
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
