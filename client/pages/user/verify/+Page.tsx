import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import styles from '../../../features/account/account.module.css';
import { AccountFrame, LoginLink } from '../../../features/account/account-page';
import { VerifyForm } from '../../../features/account/password-forms';
import { usePage } from '../../../lib/page-context';
import type { VerifyPageData } from './+load.server';

export function Page({ data: { form, query, asksPassword, hasLink, confirmed } }: { data: VerifyPageData }) {
  const { t, href } = usePage();
  if (hasLink && confirmed !== undefined)
    return (
      <AccountFrame title={t('account.verify.already')} intro={t('account.verify.alreadyText', { email: confirmed })}>
        <ButtonLink href={href(DASHBOARD_PATH)}>{t('account.login.goOn')}</ButtonLink>
        <details className={styles.other}>
          <summary>{t('account.verify.other')}</summary>
          <VerifyForm form={form} asksPassword />
        </details>
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={t('account.verify.title')}
      intro={t(`account.verify.${!hasLink ? 'noLink' : asksPassword ? 'intro' : 'introHere'}`)}
    >
      {hasLink ? <VerifyForm form={form} asksPassword={asksPassword} /> : <LoginLink query={query} />}
      {hasLink && asksPassword && (
        <p className={styles.more}>
          <span>
            {t('account.verify.forgotten')} <a href={href('/user/reset-password')}>{t('account.verify.reset')}</a>
          </span>
        </p>
      )}
    </AccountFrame>
  );
}
