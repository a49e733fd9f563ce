import { dangerouslySkipEscape, escapeInject } from 'vike/server';
import type { PageContextServer } from 'vike/types';
import { DOCUMENT_SLOT } from '#contract/pages/page-program.js';
import { pageProgram } from './render-page';

/**
 * Vike's part in a page, once: the document with the scripts and styles that belong to it, and slots where a request's own parts
 * go. `program` makes those.
 */
export function onRenderHtml({ Page, config }: PageContextServer) {
  const slot = dangerouslySkipEscape(DOCUMENT_SLOT);
  return {
    documentHtml: escapeInject`<!DOCTYPE html><html lang="${slot}" data-session="${slot}"><head>${slot}</head><body>${slot}</body></html>`,
    pageContext: { program: pageProgram(Page, config.load) },
  };
}
