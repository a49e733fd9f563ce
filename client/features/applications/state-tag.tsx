import type { ApplicationState } from '#contract/generated/operations.js';
import { classNames } from '../../components/ui/class-names';
import { usePage } from '../../lib/page-context';
import styles from './applications.module.css';

/** Who looks at an application: what is `new` to an employer is `sent` to the applicant. */
export type Side = 'employer' | 'applicant';

/** Where an application is. `unread`: nobody of the employer has opened it yet. */
export function StateTag({ state, side, unread = false }: { state: ApplicationState; side: Side; unread?: boolean }) {
  const { t } = usePage();
  if (unread) return <span className={classNames(styles.state, styles.unread)}>{t('applications.unread')}</span>;
  return <span className={classNames(styles.state, styles[state])}>{t(`applications.state.${side}.${state}`)}</span>;
}
