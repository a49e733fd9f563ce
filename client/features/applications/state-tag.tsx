import type { ApplicationState } from '#contract/generated/operations.js';
import { classNames } from '../../components/ui/class-names';
import { usePage } from '../../lib/page-context';
import styles from './applications.module.css';

/** The viewer of an application: the state `new` for an employer is `sent` for the applicant. */
export type Side = 'employer' | 'applicant';

/** The state of an application. `unread`: no member of the employer has opened it yet. */
export function StateTag({ state, side, unread = false }: { state: ApplicationState; side: Side; unread?: boolean }) {
  const { t } = usePage();
  if (unread) return <span className={classNames(styles.state, styles.unread)}>{t('applications.unread')}</span>;
  return <span className={classNames(styles.state, styles[state])}>{t(`applications.state.${side}.${state}`)}</span>;
}
