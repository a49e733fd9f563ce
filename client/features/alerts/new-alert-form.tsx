import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import { DEFAULT_ALERT_SECONDS } from '#contract/alerts.js';
import { LOGIN_PATH } from '#contract/pages/paths.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { Alert } from '../../components/ui/feedback/alert';
import { Button } from '../../components/ui/button';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { fieldId } from '../../components/ui/forms/field-id';
import { FormField } from '../../components/ui/forms/form-field';
import { usePage } from '../../lib/page-context';
import styles from './alerts.module.css';
import { FrequencyField } from './frequency-field';
import type { NewAlertData } from './new-alert';

/** Keeps a search, with scripts and without. */
export function NewAlertForm({ data: { kind, form, search, page, account } }: { data: NewAlertData }) {
  const { t, href } = usePage();
  const labels = { email: t('alerts.new.email'), everySeconds: t('alerts.every.label') };
  const error = form.errors.find(({ field }) => field === 'email')?.message;
  const wanted = Number(form.values.everySeconds) || DEFAULT_ALERT_SECONDS[kind];
  return (
    <div className={styles.form}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <form method="post" action={form.action} className={styles.form}>
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
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
        <div hidden>
          <label htmlFor={fieldId(HONEYPOT_FIELD)}>{t('account.homepage')}</label>
          <input id={fieldId(HONEYPOT_FIELD)} name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
        </div>
        <div>
          <Button>{t('alerts.new.submit')}</Button>
        </div>
      </form>
      {!account && (
        <p className={styles.soft}>
          {t('alerts.new.haveAccount')}{' '}
          <a href={href(`${LOGIN_PATH}?destination=${encodeURIComponent(form.action)}`)} rel="nofollow">
            {t('alerts.new.login')}
          </a>
        </p>
      )}
    </div>
  );
}
