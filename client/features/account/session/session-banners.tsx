import { LOGIN_PATH, MASQUERADE_PATH } from '#contract/pages/paths.js';
import { Icon } from '../../../components/ui/icon';
import { usePage } from '../../../lib/page-context';
import { useUser } from '../../../lib/user/user-context';
import styles from './session-banners.module.css';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

/**
 * Shows on every page that an administrator is acting as another user, with a link to end that (AUTH-14). It can be
 * closed on each page; a line of it stays as a reminder.
 */
export function MasqueradeBanner({ csrf }: { csrf: string }) {
  const { t, href } = usePage();
  const { user, masqueraded } = useUser();
  if (!user || !masqueraded) return null;
  return (
    <aside className={styles.banner} aria-label={t('dashboard.masquerade.label')} data-masquerade>
      <details open className={styles.details}>
        <summary>
          <Icon name="warn" />
          <strong>{user.displayName}</strong>
          <span className={styles.close}>{t('dashboard.masquerade.close')}</span>
          <span className={styles.open}>{t('dashboard.masquerade.open')}</span>
        </summary>
        <div className={styles.body} role="alert">
          <p>{t('dashboard.masquerade.warning')}</p>
          <form method="post" action={href(MASQUERADE_PATH)}>
            <CsrfFields value={csrf} />
            <button type="submit">{t('dashboard.masquerade.end')}</button>
          </form>
        </div>
      </details>
    </aside>
  );
}

/**
 * Shows that the user, or somebody else, has logged in or out in another tab (AUTH-06). Initially empty: a live region must exist before
 * its content.
 */
export function SessionNotice() {
  const { t, href, path } = usePage();
  const { user } = useUser();
  if (!user)
    return (
      <div className={styles.notice} role="status" data-visit-notice>
        <template>
          <span>{t('account.session.begun')}</span> <a href={href(path)}>{t('account.session.reload')}</a>
        </template>
      </div>
    );
  return (
    <div
      className={styles.notice}
      role="status"
      data-session-notice={user.id}
      data-applied={t('applications.appliedMark')}
    >
      <template>
        <span>{t('account.session.ended')}</span>{' '}
        <a href={href(LOGIN_PATH)} rel="nofollow">
          {t('account.menu.login')}
        </a>
      </template>
      <template>
        <span>{t('account.session.other')}</span> <a href={href(path)}>{t('account.session.reload')}</a>
      </template>
    </div>
  );
}
