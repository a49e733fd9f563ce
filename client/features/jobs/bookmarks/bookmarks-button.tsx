import { Button } from '../../../components/ui/buttons/button';
import { classNames } from '../../../components/ui/class-names';
import hidden from '../../../components/ui/visually-hidden.module.css';
import { Icon } from '../../../components/ui/icon';
import modal from '../../../components/ui/dialogs/modal.module.css';
import { usePage } from '../../../lib/page-context';
import { Reused } from '../../../lib/reused.server';
import { useUser } from '../../../lib/user/user-context';
import styles from './bookmarks.module.css';

/**
 * The jobs saved on this device or in the account, on every page: their number, and their list in a dialog.
 * `bookmarks.ts` fills in both.
 */
export function BookmarksButton() {
  const where = useUser().authenticated ? 'account' : 'device';
  return (
    <Reused by={`saved jobs ${where}`}>
      <Bookmarks where={where} />
    </Reused>
  );
}

function Bookmarks({ where }: { where: 'account' | 'device' }) {
  const { t } = usePage();
  return (
    <div className={styles.saved}>
      <button type="button" className={styles.open} data-saved="open">
        <Icon name="bookmark" />
        <span>{t('layout.saved.open')}</span>
        <b data-saved="count" />
      </button>
      <dialog
        id="saved-jobs"
        className={classNames(modal.modal, styles.dialog)}
        aria-labelledby="saved-title"
        data-closed={where === 'account' ? t('dashboard.bookmarks.closed') : undefined}
        data-closes={where === 'account' ? t('dashboard.bookmarks.closes', { date: '{date}' }) : undefined}
      >
        <div className={styles.head}>
          <h2 id="saved-title">{t(`layout.saved.title.${where}`)}</h2>
          <Button kind="quiet" type="button" data-saved="close">
            <Icon name="close" />
            {t('layout.saved.close')}
          </Button>
        </div>
        <ul />
        <template>
          <li>
            {/* The script inserts the link to the job before it, and its title into the placeholder. */}
            <button type="button" aria-label={t('layout.saved.remove', { title: '{title}' })}>
              <Icon name="close" />
            </button>
          </li>
        </template>
        <p>{t('layout.saved.none')}</p>
        {/* The announcer of the page is inert while the dialog is open. */}
        <span className={hidden.hidden} role="status" data-removed={t('layout.saved.removed', { title: '{title}' })} />
        <p className={styles.small}>{t(`layout.saved.where.${where}`)}</p>
      </dialog>
    </div>
  );
}
