import { usePage } from '../../lib/page-context';
import styles from './layout.module.css';

/** The page in another language of the site. */
export interface LanguageLink {
  locale: string;
  href: string;
}

/**
 * Links to the page in the site's other languages, each named in its own language; nothing on a site with a single
 * language.
 */
export function LanguageSwitch({ languages }: { languages: readonly LanguageLink[] }) {
  const { locale, t } = usePage();
  if (languages.length < 2) return null;
  return (
    <nav aria-label={t('layout.languages')}>
      <ul className={`${styles.items} ${styles.languages}`}>
        {languages.map(({ locale: other, href }) => (
          <li key={other}>
            <a
              href={href}
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
