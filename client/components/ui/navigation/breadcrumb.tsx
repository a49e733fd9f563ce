import { usePage } from '../../../lib/page-context';
import { classNames } from '../class-names';
import styles from './breadcrumb.module.css';

/**
 * Breadcrumb from the home page to the current page, which is the last item.
 *
 * @param short whether a phone shows only the parent page, or instead of it the link back to the results that the user
 * came from
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
