import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { hrefIn } from '#contract/pages/route-names.js';
import { translator } from '#shared/text/translator.js';
import { type PageInfo, PageInfoContext } from '../page-context';
import { type CurrentUser, CurrentUserContext, userOf } from '../user/user-context';
import { readIslandPage } from './island-page';

/** One client per page: islands share their cached responses. */
const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 60_000, retry: 1, refetchOnWindowFocus: false } },
});
/** The page contains the logged-in user; without one, no features are needed. */
const NO_FEATURES = { subscriptions: false };
let page: { info: PageInfo; user: CurrentUser } | undefined;

/** Hydrates an island with React, until the island leaves the page. */
export function hydrateIsland(element: HTMLElement, Component: ComponentType<never>, until: AbortSignal): void {
  page ??= readPage();
  // The server has written the component's props: `<Island>` is typed.
  const props = JSON.parse(element.dataset.props ?? '{}') as never;
  const tree = (
    <QueryClientProvider client={queries}>
      <PageInfoContext value={page.info}>
        <CurrentUserContext value={page.user}>{createElement(Component, props)}</CurrentUserContext>
      </PageInfoContext>
    </QueryClientProvider>
  );
  const root = hydrateRoot(element, tree, {
    // React reports an island that leaves the page before it is hydrated as an error, from which it recovers by removing it.
    onRecoverableError: (error) => {
      if (!until.aborted) reportError(error);
    },
  });
  until.addEventListener('abort', () => root.unmount());
}

function readPage(): NonNullable<typeof page> {
  const { messages, addresses, user = userOf(null, NO_FEATURES), ...rest } = readIslandPage();
  const { locale } = rest;
  const own = { href: hrefIn(addresses), origin: location.origin, now: new Date(), t: translator(locale, messages) };
  const info = { ...rest, ...own };
  return { info, user };
}
