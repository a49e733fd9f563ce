import type { AlertFragment, AlertKind } from '#contract/generated/operations.js';
import { ALERT_SECONDS, frequencyName } from '#contract/alerts.js';
import { alertPath, JOBS_PATH, RESUMES_PATH } from '#contract/pages/paths.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { Panel } from '../../components/ui/containers/panel';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import { SelectField } from '../../components/ui/forms/field';
import { fieldId } from '../../components/ui/forms/field-labels';
import { formatDate } from '../../lib/format';
import { Alert } from '../../components/ui/feedback/alert';
import styles from './alerts.module.css';

/** Frequency of an alert, and the form that ends it: for logged-in users, and for holders of the link from a mail. */
export function AlertSettings({ alert, change, end }: { alert: AlertFragment; change: PageForm; end: PageForm }) {
  const { t, href } = usePage();
  const wanted = Number(change.values.everySeconds) || alert.everySeconds;
  return (
    <>
      <Panel
        id="change"
        title={alert.summary || t(`alerts.everything.${alert.kind}`)}
        aside={<a href={href(alert.url.path)}>{t('alerts.show')}</a>}
      >
        <AlertFacts alert={alert} />
        <FormErrors errors={change.errors} labels={{}} address={change.action} />
        <Column as="form" method="post" action={change.action} gap={4}>
          <FormIdentity form={change} />
          <FrequencyField kind={alert.kind} value={wanted} />
          <div>
            <Button kind="secondary">{t('alerts.save')}</Button>
          </div>
        </Column>
      </Panel>
      <EndForm form={end} />
    </>
  );
}

/** Ends the alert immediately. */
function EndForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <Panel id="end" title={t('alerts.end.title')}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4}>
        <FormIdentity form={form} />
        <p>{t('alerts.end.text')}</p>
        <div>
          <Button kind="danger">{t('alerts.end.submit')}</Button>
        </div>
      </Column>
    </Panel>
  );
}

/** Confirms the alert by a form, because following a link alone is no confirmation. */
export function ConfirmForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <Panel id="confirm" title={t('alerts.confirm.title')}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4}>
        <FormIdentity form={form} />
        <p>{t('alerts.confirm.text')}</p>
        <div>
          <Button>{t('alerts.confirm.submit')}</Button>
        </div>
      </Column>
    </Panel>
  );
}

/** Maximum frequency of mails. @param value in seconds */
export function FrequencyField({ kind, value }: { kind: AlertKind; value: number }) {
  const { t } = usePage();
  return (
    <SelectField
      name="everySeconds"
      id={fieldId('everySeconds')}
      label={t('alerts.every.label')}
      options={ALERT_SECONDS[kind].map((seconds) => [String(seconds), t(`alerts.every.${frequencyName(seconds)}`)])}
      defaultValue={String(value)}
    />
  );
}

/** How often alert mails are sent, and when the last one was sent. */
function AlertFacts({ alert }: { alert: Pick<AlertFragment, 'everySeconds' | 'lastSent' | 'next' | 'confirmed'> }) {
  const { t, locale, site } = usePage();
  const { everySeconds, lastSent, next, confirmed } = alert;
  return (
    <p className={styles.facts}>
      <span>{t(`alerts.every.${frequencyName(everySeconds)}`)}</span>
      <span>
        {lastSent ? t('alerts.lastSent', { date: formatDate(lastSent, locale, site.timeZone) }) : t('alerts.noneSent')}
      </span>
      {next && <span>{t('alerts.next', { date: formatDate(next, locale, site.timeZone) })}</span>}
      {!confirmed && <strong>{t('alerts.unconfirmed')}</strong>}
    </p>
  );
}

/**
 * The user's alerts, each with links to its search and its settings (APP-07).
 *
 * @param alerts undefined if they are currently unavailable
 * @param kind what users without alerts would search for
 */
export function AlertsPanel({
  alerts,
  kind,
}: {
  alerts: readonly AlertFragment[] | undefined;
  kind: AlertFragment['kind'];
}) {
  const { t, href } = usePage();
  const search = kind === 'job' ? JOBS_PATH : RESUMES_PATH;
  return (
    <Panel id="alerts" title={t('alerts.title')}>
      {!alerts && <Alert kind="warn">{t('alerts.failed')}</Alert>}
      {alerts?.length === 0 && (
        <p className={styles.soft}>
          {t(`alerts.none.${kind}`)} <a href={href(search)}>{t(`alerts.find.${kind}`)}</a>
        </p>
      )}
      {alerts && alerts.length > 0 && (
        <ul className={styles.rows}>
          {alerts.map((alert) => {
            const name = alert.summary || t(`alerts.everything.${alert.kind}`);
            return (
              <li key={alert.id}>
                <div>
                  <a href={href(alert.url.path)}>{name}</a>
                  <AlertFacts alert={alert} />
                </div>
                <a href={href(alertPath(alert.kind, alert.id))} aria-label={t('alerts.changeNamed', { name })}>
                  {t('alerts.change')}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
