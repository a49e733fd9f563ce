import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Reused } from '../reused.server';

/** When an island's script is loaded: once the browser is idle, or once the island is near the screen (PAGE-07). */
export type IslandMoment = 'idle' | 'visible';

/** On the server nothing is asked for through it: islands show what they were given. */
const queries = new QueryClient();

/**
 * A part of a page that becomes interactive. Rendered on the server like everything else; the browser loads its script later and
 * takes it over with the same properties, which therefore have to be plain data.
 * @param name the key in `client/pages/islands.ts`
 */
export function Island<Props extends object>({
  name,
  when,
  component: Component,
  props,
}: {
  name: string;
  when: IslandMoment;
  component: ComponentType<Props>;
  props: Props;
}) {
  const json = JSON.stringify(props);
  return (
    <div data-island={name} data-when={when} data-props={json}>
      <Reused by={`island ${name} ${json}`} hydrated>
        <QueryClientProvider client={queries}>
          <Component {...props} />
        </QueryClientProvider>
      </Reused>
    </div>
  );
}
