import { z } from 'zod';
import type { BackendSite } from '#contract/backend/backend.js';
import type { FrontendPages } from '#contract/pages/frontend-pages.js';
import { FRONTEND_HEADER, PAGES_HEADER, parseFrontend } from '#contract/backend/headers.js';

/** Who asks for a document, and how its pages are named. */
export interface DocumentFrontend {
  site: BackendSite;
  pages: FrontendPages;
}

const path = z
  .string()
  .regex(/^\/[^\s\p{Cc}]*$/u)
  .max(200);
const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const colours = z.object({
  ink: colour,
  inkSoft: colour,
  ground: colour,
  surface: colour,
  line: colour,
  accent: colour,
});
const locale = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/);
const schema = z.object({
  origin: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .transform((text) => new URL(text).origin),
  title: z.string().min(1).max(200),
  locales: z.array(locale).min(1).max(50),
  routeNames: z.record(z.string(), z.record(path, path)).default({}),
  paths: z.array(path).max(100),
  colours: z.object({ light: colours, dark: colours.optional() }),
}) satisfies z.ZodType<FrontendPages>;

/** @returns undefined when the headers name no site of this backend, or do not say how its pages are named */
export function readDocumentFrontend(
  headers: Readonly<Record<string, string>>,
  sites: readonly BackendSite[],
): DocumentFrontend | undefined {
  const name = parseFrontend(headers[FRONTEND_HEADER])?.site;
  const site = sites.find((each) => each.name === name);
  const pages = schema.safeParse(parseJson(Buffer.from(headers[PAGES_HEADER] ?? '', 'base64url').toString()));
  return site && pages.success ? { site, pages: pages.data } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
