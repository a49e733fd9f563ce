import { HOME_PATH, JOBS_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountFrame } from '../../../features/account/account-page';
import styles from '../../../features/account/account.module.css';
import { usePage } from '../../../lib/page-context';

export function Page() {
  const { t, href } = usePage();
  return (
    <AccountFrame title={t('account.farewell.title')} intro={t('account.farewell.text')}>
      <p>{t('account.farewell.jobs')}</p>
      <div className={styles.ways}>
        <ButtonLink href={href(JOBS_PATH)}>{t('account.farewell.browse')}</ButtonLink>
        <ButtonLink kind="secondary" href={href(HOME_PATH)}>
          {t('account.farewell.home')}
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}
