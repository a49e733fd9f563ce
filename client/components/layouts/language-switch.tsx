import { usePage } from '../../lib/page-context';
import styles from './layout.module.css';

/** The page in the site's other languages, each named in its own; nothing on a site with one. */
export function LanguageSwitch() {
  const { site, locale, path, t } = usePage();
  if (site.locales.length < 2) return null;
  return (
    <nav className={styles.otherLanguages} aria-label={t('layout.languages')}>
      <ul className={`${styles.items} ${styles.languages}`}>
        {site.locales.map((other) => (
          <li key={other}>
            <a
              href={`/${other.toLowerCase()}${path === '/' ? '' : path}`}
              hrefLang={other}
              lang={other}
              aria-current={other === locale ? 'true' : undefined}
              aria-label={new Intl.DisplayNames(other, { type: 'language' }).of(other)}
            >
              {other.slice(0, 2).toUpperCase()}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
