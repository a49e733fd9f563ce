import type { ContentSources, SourceDirective } from '../modules/sites/index.js';

/**
 * Content security policy of a page. Its only inline style is allowed by its hash. Inline scripts exist only if parts of a page are
 * streamed (by React), and need the request's nonce; a complete page has no nonce. In development Vite's client needs more.
 */
export function contentSecurityPolicy(options: {
  nonce?: string;
  styleHash: string;
  /** Origins to which a form may be redirected. */
  formTargets: readonly string[];
  /** Whether images may come from any host, as those of an external backend do. */
  foreignPictures: boolean;
  /** Sources of the captcha widget on the page; empty if there is none. */
  captchaSources: readonly string[];
  /** Sources of the site's services and of the consent provider. */
  serviceSources: ContentSources;
  development: boolean;
}): string {
  const { nonce, styleHash, formTargets, foreignPictures, captchaSources, serviceSources, development } = options;
  const captcha = captchaSources.map((source) => ` ${source}`).join('');
  const services = (directive: SourceDirective): string =>
    (serviceSources[directive] ?? []).map((source) => ` ${source}`).join('');
  const scripts = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  const frames = services('frame-src') + captcha;
  const directives: Record<string, string> = {
    'default-src': "'self'",
    'script-src': (development ? "'self' 'unsafe-inline' 'unsafe-eval'" : scripts) + services('script-src') + captcha,
    'style-src': (development ? "'self' 'unsafe-inline'" : `'self' '${styleHash}'`) + services('style-src') + captcha,
    'img-src': `'self' data:${foreignPictures ? ' https:' : ''}${services('img-src')}`,
    'font-src': `'self'${services('font-src')}`,
    'connect-src': (development ? "'self' ws:" : "'self'") + services('connect-src') + captcha,
    'frame-src': frames.trimStart() || "'none'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': ["'self'", ...formTargets].join(' '),
    'frame-ancestors': "'self'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
