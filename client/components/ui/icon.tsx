import { classNames } from './class-names';
import styles from './icon.module.css';

export type IconName =
  | 'pin'
  | 'search'
  | 'pencil'
  | 'close'
  | 'bookmark'
  | 'external'
  | 'mail'
  | 'info'
  | 'warn'
  | 'arrow'
  | 'down'
  | 'left'
  | 'right'
  | 'filter'
  | 'flag'
  | 'map'
  | 'check'
  | 'clock'
  | 'panel'
  | 'home'
  | 'settings'
  | 'people'
  | 'history'
  | 'organization'
  | 'logIn'
  | 'credits'
  | 'download'
  | 'userPlus'
  | 'lock'
  | 'resume';

/** An icon beside a word: decorative, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return <i className={classNames(styles.icon, styles[name])} />;
}
