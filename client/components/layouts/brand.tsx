import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import { matchesPath } from './active-path';
import styles from './layout.module.css';

/** The site's mark and name; leads where the site says, except where it says not (SITE-09). */
export function Brand() {
  const { localePrefix, path } = usePage();
  const site = useSite();
  const { svg, showsTitle, href, exceptPaths } = site.logo;
  const content = (
    <>
      <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
      {showsTitle ? null : site.title}
    </>
  );
  if (matchesPath(exceptPaths, path)) return <span className={styles.brand}>{content}</span>;
  return (
    <a className={styles.brand} href={localePrefix + href} aria-label={showsTitle ? site.title : undefined}>
      {content}
    </a>
  );
}
