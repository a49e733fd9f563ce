import { LINK_HOURS } from '#contract/accounts/account-links.js';
import type { Translate } from '#shared/text/translator.js';
import { Alert } from '../../../components/ui/feedback/alert';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { FormField } from '../../../components/ui/forms/form-field';
import { AccountForm, errorOf } from '../../../features/account/account-form';
import { AccountFrame } from '../../../features/account/account-page';
import styles from '../../../features/account/account.module.css';
import { usePage } from '../../../lib/page-context';
import type { CheckMailPageData } from './+load.server';

const DAY_HOURS = 24;

/** The same whether the account exists or not. */
export function Page({ data: { form, reason, address, isSentAgain } }: { data: CheckMailPageData }) {
  const { t, href } = usePage();
  const labels = { email: t('account.email') };
  const title = t(reason === 'confirm' ? 'account.checkMail.confirmTitle' : 'account.checkMail.title');
  return (
    <AccountFrame title={title} intro={t(`account.checkMail.${reason}`)}>
      {isSentAgain && <Alert passing>{t('account.checkMail.sentAgain')}</Alert>}
      {address && <p>{t('account.checkMail.to', { address })}</p>}
      <ul className={styles.steps}>
        <li>{linkTime(LINK_HOURS[reason === 'reset' ? 'reset-password' : 'verify-email'], t)}</li>
        <li>{t('account.checkMail.spam')}</li>
        {reason !== 'confirm' && <li>{t('account.checkMail.known')}</li>}
      </ul>
      <AccountForm
        name="resend-mail"
        form={form}
        labels={labels}
        submit={t('account.checkMail.again')}
        busy={t('account.checkMail.againBusy')}
        kind="secondary"
      >
        <FormField
          name="email"
          label={labels.email}
          type="email"
          autoComplete="email"
          required
          defaultValue={form.values.email ?? address}
          error={errorOf(form, 'email')}
        />
      </AccountForm>
      <div className={styles.ways}>
        <ButtonLink kind="secondary" href={href('/jobs')}>
          {t('account.checkMail.jobs')}
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}

function linkTime(hours: number, t: Translate): string {
  const days = hours / DAY_HOURS;
  return days > 1 && Number.isInteger(days)
    ? t('account.checkMail.linkDays', { count: days })
    : t('account.checkMail.linkTime', { count: hours });
}
