import { DIGEST_HOURS, DIGEST_WAIT_DAYS } from '#contract/applications/digest.js';
import type { RecruitingMailsQuery } from '#contract/generated/operations.js';
import { FORM_FIELD } from '#contract/applications/sent-form.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/column';
import { Alert } from '../../../components/ui/feedback/alert';
import { fieldId } from '../../../components/ui/forms/field-id';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormCheckbox } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/form-identity';
import { Panel } from '../../../components/ui/containers/panel';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../account.module.css';

const FREQUENCIES = ['weekly', 'daily', 'off'] as const;

/** The emails that the user receives for the organizations they work for; nothing if they work for none. */
export function MailSettings({
  form,
  mails,
}: {
  form: PageForm;
  mails: RecruitingMailsQuery['recruitingMails'] | 'failed';
}) {
  const { t, locale } = usePage();
  if (!mails) return null;
  const title = t('dashboard.settings.mails.title');
  if (mails === 'failed')
    return (
      <Panel id="recruiting-mails" title={title}>
        <Alert>{t('dashboard.settings.mails.failed')}</Alert>
      </Panel>
    );
  const isSent = form.values[FORM_FIELD] !== undefined;
  const chosen = isSent ? form.values.digest : mails.digest;
  const label = t('dashboard.settings.mails.digest');
  const hours = { from: hourText(DIGEST_HOURS.from, locale), until: hourText(DIGEST_HOURS.until, locale) };
  return (
    <Panel id="recruiting-mails" title={title}>
      <p>{t('dashboard.settings.mails.text')}</p>
      <FormErrors errors={form.errors} labels={{ digest: label }} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={5} noValidate data-recruiting-mails>
        <FormIdentity form={form} />
        <FormCheckbox
          name="applications"
          value="yes"
          label={t('dashboard.settings.mails.applications')}
          help={t('dashboard.settings.mails.applicationsHelp')}
          defaultChecked={isSent ? Boolean(form.values.applications) : mails.applications}
        />
        <fieldset className={styles.choices} aria-describedby="digest-help">
          <legend>{label}</legend>
          <p id="digest-help">{t('dashboard.settings.mails.digestHelp', hours)}</p>
          {FREQUENCIES.map((frequency, index) => (
            <label key={frequency}>
              <input
                type="radio"
                name="digest"
                value={frequency}
                required
                id={index === 0 ? fieldId('digest') : undefined}
                defaultChecked={chosen === frequency}
              />
              <span>
                {t(`dashboard.settings.mails.${frequency}`, { days: formatNumber(DIGEST_WAIT_DAYS, locale) })}
              </span>
            </label>
          ))}
        </fieldset>
        <div>
          <Button kind="secondary">{t('dashboard.settings.mails.submit')}</Button>
        </div>
      </Column>
    </Panel>
  );
}

/** Formats a full hour in the locale's notation. */
function hourText(hour: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2000, 0, 1, hour)),
  );
}
