import { alertPath, JOBS_PATH, LOGIN_PATH } from '#contract/pages/paths.js';
import { DEFAULT_ALERT_SECONDS } from '#contract/alerts.js';
import {
  type AlertFragment,
  type AlertKind,
  type AlertSearchInput,
  AlertSummaryDocument,
  OwnAlertsDocument,
  type SearchJobsQueryVariables,
} from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import { Column } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../components/ui/buttons/button';
import { OwnPage } from '../../components/layouts/own-page';
import { Panel } from '../../components/ui/containers/panel';
import { usePage, useSite } from '../../lib/page-context';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormField } from '../../components/ui/forms/form-field';
import { CsrfFields, Honeypot } from '../../components/ui/forms/hidden-fields';
import { failedPage, type PageData } from '../../lib/page-data';
import { type PageForm, pageForm } from '../../lib/page-form';
import styles from './alerts.module.css';
import { FrequencyField } from './own-alerts';

/** Page that saves a search as an alert; afterwards it explains the next step. */
export function NewAlertPage({ data }: { data: NewAlertData }) {
  const { t, href } = usePage();
  const { features } = useSite();
  const { kind, summary, page, isAsked, isWithoutDates, address } = data;
  if (isAsked) {
    return (
      <OwnPage title={t('alerts.asked.title')} intro={<p>{t('alerts.asked.intro')}</p>} narrow>
        {address && <p>{t('account.checkMail.to', { address })}</p>}
        <ul className={styles.steps}>
          <li>{t('alerts.asked.link')}</li>
          <li>{t('alerts.asked.spam')}</li>
          <li>{t('alerts.asked.known')}</li>
        </ul>
        <div>
          <ButtonLink kind="secondary" href={href(JOBS_PATH)}>
            {t('alerts.asked.jobs')}
          </ButtonLink>
        </div>
      </OwnPage>
    );
  }
  return (
    <OwnPage title={t(`alerts.new.${kind}.title`)} intro={<p>{t(`alerts.new.${kind}.intro`)}</p>} narrow>
      <Panel id="search" title={t('alerts.search')} aside={<a href={href(page)}>{t('alerts.show')}</a>}>
        <p className={styles.summary}>{summary || t(`alerts.everything.${kind}`)}</p>
        {isWithoutDates && <p className={styles.soft}>{t('alerts.new.withoutDates')}</p>}
        {features.readOnly ? <Alert kind="warn">{t('maintenance.change')}</Alert> : <NewAlertForm data={data} />}
      </Panel>
    </OwnPage>
  );
}

/** Saves a search, with scripts and without. */
function NewAlertForm({ data: { kind, form, search, page, account } }: { data: NewAlertData }) {
  const { t, href } = usePage();
  const labels = { email: t('alerts.new.email'), everySeconds: t('alerts.every.label') };
  const error = form.errors.find(({ field }) => field === 'email')?.message;
  const wanted = Number(form.values.everySeconds) || DEFAULT_ALERT_SECONDS[kind];
  return (
    <Column gap={4}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column as="form" method="post" action={form.action} noValidate gap={4}>
        <CsrfFields value={form.csrf} />
        <input type="hidden" name="search" value={search} />
        <input type="hidden" name="page" value={page} />
        <FrequencyField kind={kind} value={wanted} />
        {!account && (
          <FormField
            name="email"
            type="email"
            label={labels.email}
            help={t('alerts.new.emailHelp')}
            error={error}
            defaultValue={form.values.email}
            autoComplete="email"
            required
          />
        )}
        {account && <p className={styles.soft}>{t('alerts.new.goesTo', { email: account.email })}</p>}
        {account && !account.isConfirmed && <Alert kind="warn">{t('alerts.new.unconfirmed')}</Alert>}
        <Honeypot />
        <div>
          <Button>{t('alerts.new.submit')}</Button>
        </div>
      </Column>
      {!account && (
        <p className={styles.soft}>
          {t('alerts.new.haveAccount')}{' '}
          <a href={href(`${LOGIN_PATH}?destination=${encodeURIComponent(form.action)}`)} rel="nofollow">
            {t('alerts.new.login')}
          </a>
        </p>
      )}
    </Column>
  );
}

export interface NewAlertData extends PageData {
  kind: AlertKind;
  form: PageForm;
  /** The search as submitted by the form. */
  search: string;
  /** Path of the search page, without a locale. */
  page: string;
  /** The search in words; empty for a search without criteria. */
  summary: string;
  /** Whether filters for dates were left out of the search. */
  isWithoutDates: boolean;
  /** The address to which mails for a logged-in user are sent. */
  account?: { email: string; isConfirmed: boolean };
  /** The confirmation mail has been sent, if one is required. */
  isAsked: boolean;
  /** Address of the confirmation mail, if it was requested in this browser. */
  address?: string;
}

const FOUND = 302;

/**
 * Users who already have the alert are redirected to it, where they can change its interval.
 *
 * @param search search of the page at `page`
 */
export async function loadNewAlert(
  request: PageRequest,
  {
    kind,
    search,
    page,
    isWithoutDates = false,
  }: {
    kind: AlertKind;
    search: Pick<SearchJobsQueryVariables, 'language' | 'fulltext' | 'condition_group' | 'geoLocation'>;
    page: string;
    isWithoutDates?: boolean;
  },
): Promise<NewAlertData | PageData> {
  request.respond({ personal: true });
  const { language, fulltext, condition_group, geoLocation } = search;
  const input: AlertSearchInput = { language: [language ?? []].flat(), fulltext, condition_group, geoLocation };
  const { viewer, locale, messages, query, href, requestId } = request;
  const [answer, own] = await Promise.all([
    request.graphql(AlertSummaryDocument, { kind, search: input }),
    viewer && !request.form ? request.graphql(OwnAlertsDocument, {}) : undefined,
  ]);
  if (!answer.ok) return failedPage(request, answer.failure);
  const head = { title: translator(locale, messages)(`alerts.new.${kind}.title`), robots: 'noindex' as const };
  const isKnown = ({ kind: other, url, confirmed }: AlertFragment) => other === kind && url.path === page && confirmed;
  const known = own?.ok ? own.data.ownAlerts.find(isKnown) : undefined;
  if (known) {
    request.respond({ status: FOUND, headers: { location: `${href(alertPath(kind, known.id))}?notice=known` } });
    return { head, failure: { status: FOUND, reference: requestId } };
  }
  const isAsked = query.get('notice') === 'check-mail' && !request.form;
  return {
    head,
    kind,
    page,
    search: JSON.stringify(input),
    summary: answer.data.alertSummary,
    isWithoutDates,
    form: pageForm(request),
    account: viewer ? { email: viewer.user.email, isConfirmed: viewer.user.emailVerified != null } : undefined,
    isAsked,
    address: isAsked ? request.mailedAddress() : undefined,
  };
}
