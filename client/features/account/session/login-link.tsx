import { usePage } from '../../../lib/page-context';
import styles from '../account.module.css';

/** For users who already have an account. */
export function LoginLink({ query }: { query: string }) {
  const { t, href } = usePage();
  return (
    <p className={styles.more}>
      <span>
        {t('account.hasAccount')} <a href={href(`/user/login${query}`)}>{t('account.login.title')}</a>
      </span>
    </p>
  );
}
