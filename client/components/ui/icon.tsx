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

/** A sign beside a word: an ornament, silent to screen readers. */
export function Icon({ name }: { name: IconName }) {
  return <i className={classNames(styles.icon, styles[name])} />;
}
