import { usePage } from '../../lib/page-context';
import { Reused } from '../../lib/reused.server';
import { useSite } from '../../lib/site-context';
import { matchesPath } from './active-path';
import styles from './layout.module.css';

/** The site's mark and name; leads where the site says, except where it says not (SITE-09). */
export function Brand() {
  const { href, path } = usePage();
  const site = useSite();
  const { svg, showsTitle, href: target, exceptPaths } = site.logo;
  const isLink = !matchesPath(exceptPaths, path);
  const content = (
    <>
      <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
      {showsTitle ? null : site.title}
    </>
  );
  return (
    <Reused by={`brand ${isLink}`}>
      {isLink ? (
        <a className={styles.brand} href={href(target)} aria-label={showsTitle ? site.title : undefined}>
          {content}
        </a>
      ) : (
        <span className={styles.brand}>{content}</span>
      )}
    </Reused>
  );
}
