import type { PageMenu } from '../../../src/contract/page-request.js';
import { usePage } from '../../lib/page-context';
import { isActivePath } from './active-path';

/** The links of a menu that a site's operators write. */
export function MenuItems({ menu, className }: { menu: PageMenu; className?: string }) {
  const { path, localePrefix } = usePage();
  return (
    <ul className={className}>
      {menu.items.map((item) => (
        <li key={item.path + item.title} className={item.class ?? undefined}>
          <a
            href={item.path.startsWith('/') ? localePrefix + item.path : item.path}
            target={item.target ?? undefined}
            rel={item.target === '_blank' ? 'noopener' : undefined}
            aria-current={isActivePath(item.path, path) ? (item.path === path ? 'page' : 'true') : undefined}
          >
            {item.title}
          </a>
        </li>
      ))}
    </ul>
  );
}
