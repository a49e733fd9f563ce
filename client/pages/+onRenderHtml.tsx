import { PassThrough } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { dangerouslySkipEscape, escapeInject, stampPipe } from 'vike/server';
import type { PageContextServer } from 'vike/types';
import { translator } from '../../src/contract/translator.js';
import { Layout, loadLayout } from '../components/layouts/layout';
import { escapeHtml, headHtml } from '../lib/head';
import { islandPageJson } from '../lib/islands/island-page';
import { PageInfoContext } from '../lib/page-context';
import { SiteContext } from '../lib/site-context';
import { SavedJobsButton } from '../features/jobs/saved/saved-jobs-button';
import { ErrorContent } from './error/error-content';

/** Renders a page as a stream: shell first, whatever is suspended after it; whole for robots. */
export async function onRenderHtml(pageContext: PageContextServer) {
  const { request, Page, data } = pageContext;
  const t = translator(request.locale, request.messages);
  const { site, locale, localePrefix, origin, path, now } = request;
  const layout = await loadLayout(request);
  const body = await reactStream(
    <PageInfoContext value={{ site, locale, localePrefix, origin, path, now, t }}>
      <SiteContext value={site}>
        <Layout {...layout} tools={<SavedJobsButton />}>
          {data.failure ? <ErrorContent failure={data.failure} /> : <Page data={data} />}
        </Layout>
      </SiteContext>
    </PageInfoContext>,
    request.nonce,
    request.wholePage,
  );
  const html = dangerouslySkipEscape;
  const preloads =
    `<link rel="preload" href="${escapeHtml(site.assets.font)}" as="font" type="font/woff2" crossorigin>` +
    `<link rel="icon" href="${escapeHtml(site.assets.icon)}" type="image/svg+xml"><link rel="manifest" href="/manifest.webmanifest">`;
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    headHtml(data.head, request) +
    preloads +
    `<style>${request.themeCss}</style>`;
  return escapeInject`<!DOCTYPE html><html lang="${locale}"><head>${html(head)}</head><body>${body}${html(islandPageJson(request))}</body></html>`;
}

type Pipe = (writable: NodeJS.WritableStream) => void;

/** Waits for the shell (or everything), so that a bug inside it is an error page and not half a page. */
function reactStream(element: React.ReactNode, nonce: string, whole: boolean): Promise<Pipe> {
  return new Promise((resolve, reject) => {
    const ready = () => {
      const pipe: Pipe = (writable) => {
        const body = new PassThrough();
        stream.pipe(body);
        body.pipe(writable);
      };
      stampPipe(pipe as never, 'node-stream');
      resolve(pipe);
    };
    const stream = renderToPipeableStream(element, {
      nonce,
      ...(whole ? { onAllReady: ready } : { onShellReady: ready }),
      onShellError: reject,
      onError: (error) => {
        console.error(error);
      },
    });
  });
}
