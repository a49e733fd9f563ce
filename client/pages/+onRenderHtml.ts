import { dangerouslySkipEscape, escapeInject } from 'vike/server';
import type { PageContextServer } from 'vike/types';
import { DOCUMENT_SLOT } from '#contract/pages/page-request.js';
import { pageProgram } from './render-page';

/**
 * Vike's part of a page, rendered once: the document with its scripts and styles, and slots for the parts of each
 * request. `program` renders those.
 */
export function onRenderHtml({ Page, config }: PageContextServer) {
  const slot = dangerouslySkipEscape(DOCUMENT_SLOT);
  return {
    documentHtml: escapeInject`<!DOCTYPE html><html lang="${slot}" data-session="${slot}"><head>${slot}</head><body>${slot}</body></html>`,
    pageContext: { program: pageProgram(Page, config.load) },
  };
}
