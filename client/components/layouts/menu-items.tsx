import type { PageMenu } from '#contract/pages/page-request.js';
import { usePage } from '../../lib/page-context';
import { Reused } from '../../lib/reused.server';
import { isActivePath } from './active-path';

/** The links of a menu that is maintained by the site's operators. */
export function MenuItems({ menu, className }: { menu: PageMenu; className?: string }) {
  const { path, href } = usePage();
  const items = menu.items.map((item) => ({ ...item, current: currentOf(item.path, path) }));
  return (
    <Reused by={`menu ${className} ${JSON.stringify(items)}`}>
      <ul className={className}>
        {items.map((item) => (
          <li key={item.path + item.title} className={item.class ?? undefined}>
            <a
              href={href(item.path)}
              target={item.target ?? undefined}
              rel={item.target === '_blank' ? 'noopener' : undefined}
              aria-current={item.current}
            >
              {item.title}
            </a>
          </li>
        ))}
      </ul>
    </Reused>
  );
}

function currentOf(item: string, path: string): 'page' | 'true' | undefined {
  if (!isActivePath(item, path)) return undefined;
  return item === path ? 'page' : 'true';
}
