import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { ReusedEach } from '../reused.server';

/** When an island's script is loaded: once the browser is idle, or once the island is near the viewport (PAGE-07). */
export type IslandMoment = 'idle' | 'visible';

/** On the server it sends no requests: islands render the data they were given. */
const queries = new QueryClient();
/** A separate client, because it contains data of this user only. */
const ownQueries = () => new QueryClient();

/**
 * A part of a page that becomes interactive. Rendered on the server like everything else; the browser loads its script
 * later and hydrates it with the same props, which therefore have to be plain data.
 * @param name name of the island in `client/pages/behaviours.ts`
 * @param written props that are texts and are only rendered: the markup around them is cached independently of their
 * values
 * @param own whether it also renders data of the user context: its markup is never shared with other users
 */
export function Island<Props extends object>({
  name,
  when,
  component: Component,
  props,
  written = [],
  own,
}: {
  name: string;
  when: IslandMoment;
  component: ComponentType<Props>;
  props: Props;
  written?: readonly (keyof Props & string)[];
  own?: boolean;
}) {
  if (own)
    return (
      <div data-island={name} data-when={when} data-props={JSON.stringify(props)}>
        <QueryClientProvider client={ownQueries()}>
          <Component {...props} />
        </QueryClientProvider>
      </div>
    );
  return (
    <div data-island={name} data-when={when} data-props={JSON.stringify(props)}>
      <ReusedEach name={`island ${name}`} items={[props]} part={(given) => parted(given, written)} hydrated>
        {(shape, texts) => (
          <QueryClientProvider client={queries}>
            {/* Together, they are the original props. */}
            <Component {...({ ...shape, ...texts } as Props)} />
          </QueryClientProvider>
        )}
      </ReusedEach>
    </div>
  );
}

function parted<Props extends object>(
  props: Props,
  written: readonly string[],
): { shape: Partial<Props>; texts: Partial<Record<string, string>> } {
  const isWritten = ([name, value]: [string, unknown]): boolean => typeof value === 'string' && written.includes(name);
  const given = Object.entries(props);
  return {
    shape: Object.fromEntries(given.filter((each) => !isWritten(each))) as Partial<Props>,
    texts: Object.fromEntries(given.filter(isWritten)),
  };
}
