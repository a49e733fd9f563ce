import { AccountFrame } from '../../../features/account/account-frame';
import styles from '../../../features/account/account.module.css';
import { ButtonLink } from '../../../components/ui/button';
import { usePage } from '../../../lib/page-context';
import type { CheckMailPageData } from './+load.server';

/** The same whether there was an account or not. */
export function Page({ data: { reason } }: { data: CheckMailPageData }) {
  const { t, href } = usePage();
  return (
    <AccountFrame title={t('account.checkMail.title')} intro={t(`account.checkMail.${reason}`)}>
      <ul className={styles.steps}>
        <li>{t(`account.checkMail.${reason}Time`)}</li>
        <li>{t('account.checkMail.spam')}</li>
        <li>{t('account.checkMail.known')}</li>
      </ul>
      <div className={styles.ways}>
        <ButtonLink kind="secondary" href={href('/jobs')}>
          {t('account.checkMail.jobs')}
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}
