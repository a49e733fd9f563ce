import { usePage } from '../../lib/page-context';
import styles from './breadcrumb.module.css';

/** Where one is, from the home page down. The last one is this page. */
export function Breadcrumb({ trail }: { trail: readonly { name: string; path: string }[] }) {
  const { href, t } = usePage();
  return (
    <nav className={styles.trail} aria-label={t('layout.breadcrumb')}>
      <ol>
        {trail.map(({ name, path }, index) => (
          <li key={path}>
            {index < trail.length - 1 ? <a href={href(path)}>{name}</a> : <span aria-current="page">{name}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
