import { usePage } from '../../../lib/page-context';
import { classNames } from '../class-names';
import styles from './breadcrumb.module.css';

/**
 * Where one is, from the home page down. The last one is this page.
 *
 * @param short whether a phone shows the step before this page alone, or in its place the way back to the results that somebody came from
 */
export function Breadcrumb({ trail, short }: { trail: readonly { name: string; path: string }[]; short?: boolean }) {
  const { href, t } = usePage();
  return (
    <nav
      className={classNames(styles.trail, short && styles.short)}
      aria-label={t('layout.breadcrumb')}
      data-trail={short || undefined}
    >
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
