import { PassThrough } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { MEASUREMENT_META } from '#contract/measurement/page-measurement.js';
import type { PageMenu, PageRequest, PageBody, RenderFunction } from '#contract/pages/page-request.js';
import { ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import { type Translate, translator } from '#shared/text/translator.js';
import { escapeHtml } from '#shared/text/markup.js';
import type { ResendForm } from '../components/layouts/error-screen';
import { Layout, loadLayout, NoticeBanner } from '../components/layouts/layout';
import { CREATION_SOURCE_META, CREATION_SOURCE_SETTING } from '../lib/creation-source';
import { headHtml } from '../lib/head';
import { islandPageJson } from '../lib/islands/island-page';
import { PageInfoContext, SiteContext } from '../lib/page-context';
import { pageForm } from '../lib/page-form';
import type { Load, Page } from '../lib/page-data';
import { renderPage } from '../lib/reused.server';
import { loadConsents } from '../lib/user/load-consents.server';
import { CurrentUserContext, userOf } from '../lib/user/user-context';
import { AccountMenu, RegisterLink } from '../features/account/session/account-menu';
import { AccountNav, isAccountPath } from '../features/account/session/account-nav';
import { ConsentPrompt } from '../features/account/consents/consent-form';
import { recruiterLinks, resumeLinks } from '../features/account/roles';
import { MasqueradeBanner, SessionNotice } from '../features/account/session/session-banners';
import { ConsentBanner, ConsentLink } from '../features/consent/consent-banner';
import { BookmarksButton } from '../features/jobs/bookmarks/bookmarks-button';
import { ErrorContent, RouteSummary } from './error/error-content';

/** @returns the program that renders the parts of one page for a request: it queries the backend, then renders */
export function pageProgram(Page: Page, load: Load): RenderFunction {
  return async (request) => {
    const [data, layout, creationSource, { consents, prompt }] = await Promise.all([
      load(request),
      loadLayout(request),
      request.site.creationSource ?? request.appConfig(CREATION_SOURCE_SETTING),
      loadConsents(request),
    ]);
    if (data.document !== undefined) return { document: data.document };
    const { site, locale, href, origin, path, now, viewer } = request;
    const t = translator(locale, request.messages);
    const user = { ...(data.currentUser ?? userOf(viewer, site.features)), consents };
    const csrf = viewer ? request.csrfToken() : '';
    const tools = (
      <>
        <BookmarksButton />
        <AccountMenu viewer={viewer} csrf={csrf} />
      </>
    );
    const content = (
      <PageInfoContext value={{ site, locale, href, origin, path, now, t }}>
        <SiteContext value={site}>
          <CurrentUserContext value={user}>
            <Layout
              {...layout}
              main={mainMenu(layout.main, request, t)}
              tools={tools}
              menuEnd={!viewer && <RegisterLink />}
              banner={
                <>
                  <MasqueradeBanner csrf={csrf} />
                  <SessionNotice />
                  <ConsentPrompt prompt={prompt} csrf={csrf} here={hereOf(request)} />
                  <NoticeBanner notice={request.notice} />
                  <ConsentBanner />
                </>
              }
              footerLink={<ConsentLink />}
              sidenav={isAccountPath(path) && <AccountNav nonce={request.nonce()} />}
            >
              {data.failure ? (
                <ErrorContent failure={data.failure} form={resendForm(request)} />
              ) : data.routeSummary ? (
                <RouteSummary {...data.routeSummary} />
              ) : (
                <Page data={data as never} />
              )}
            </Layout>
          </CurrentUserContext>
        </SiteContext>
      </PageInfoContext>
    );
    const around = siteHead(request, creationSource);
    return {
      language: locale,
      session: viewer || request.isViewerUnknown ? 'loading' : 'unauthenticated',
      head: around.start + headHtml(data.head, request) + around.end,
      body: data.late ? await streamed(content, request) : renderPage(content),
      end: islandPageJson(request, user),
    };
  };
}

/** The address of the page, to return to. */
function hereOf({ href, path, query }: PageRequest): string {
  const text = query.toString();
  return href(path) + (text && `?${text}`);
}

/** A form that could not be processed, or shown, with its page: the error page contains it, so that no input is lost. */
function resendForm(request: PageRequest): ResendForm | undefined {
  const resent = request.form?.resent;
  return resent && { ...resent, ...pageForm(request) };
}

/**
 * The site's main menu, with additions for this visitor; it is the same for all anonymous visitors. For recruiters,
 * their own pages replace it, and the site's other pages are in their account menu.
 */
function mainMenu(menu: PageMenu, { viewer, site }: PageRequest, t: Translate): PageMenu {
  const roles = viewer?.user.roles.map(({ targetId }) => targetId) ?? [];
  const titled = (links: ReturnType<typeof recruiterLinks>) =>
    links.map(({ path, label }) => ({ title: t(label), path }));
  if (roles.includes('recruiter')) return { items: titled(recruiterLinks(roles, site.features)) };
  const own = resumeLinks(roles, site.features).filter(({ path }) => menu.items.every((item) => item.path !== path));
  if (own.length === 0) return menu;
  const at = menu.items.findIndex(({ path }) => path === ORGANIZATIONS_PATH) + 1;
  return { items: [...menu.items.slice(0, at), ...titled(own), ...menu.items.slice(at)] };
}

/** Waits for the shell, so that an error inside it results in an error page and not in an incomplete page. */
function streamed(content: ReactNode, { nonce }: PageRequest): Promise<PageBody> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(content, {
      nonce: nonce(),
      onShellReady() {
        resolve(stream.pipe(new PassThrough()));
      },
      onShellError: reject,
      onError: (error) => {
        console.error(error);
      },
    });
  });
}

/**
 * The head of every page of a site, around the page's own part.
 *
 * @param creationSource the parameter with the campaign, if the site or the backend uses it
 */
function siteHead(
  { site, themeCss }: Pick<PageRequest, 'site' | 'themeCss'>,
  creationSource?: string,
): { start: string; end: string } {
  const { font, icon, touch } = site.assets;
  return {
    start: '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    end:
      `<link rel="preload" href="${escapeHtml(font)}" as="font" type="font/woff2" crossorigin>` +
      `<link rel="icon" href="${escapeHtml(icon)}" type="image/svg+xml"><link rel="apple-touch-icon" href="${escapeHtml(touch)}"><link rel="manifest" href="/manifest.webmanifest">` +
      (creationSource ? `<meta name="${CREATION_SOURCE_META}" content="${escapeHtml(creationSource)}">` : '') +
      (site.measurement
        ? `<meta name="${MEASUREMENT_META}" content="${escapeHtml(JSON.stringify(site.measurement))}">`
        : '') +
      `<style>${themeCss}</style>`,
  };
}
