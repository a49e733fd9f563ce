import { LOGIN_PATH } from '#contract/pages/paths.js';
import { usePage } from '../../../lib/page-context';
import { useUser } from '../../../lib/user/user-context';
import styles from './session-notice.module.css';

/** Where somebody's page says that the session has ended elsewhere (AUTH-06). Empty until then: a live region has to be there before. */
export function SessionNotice() {
  const { t, href } = usePage();
  const { user } = useUser();
  if (!user) return null;
  return (
    <div className={styles.notice} role="status" data-session-notice={user.id}>
      <template>
        <span>{t('account.session.ended')}</span>{' '}
        <a href={href(LOGIN_PATH)} rel="nofollow">
          {t('account.menu.login')}
        </a>
      </template>
    </div>
  );
}
