import type { ContentSources, SourceDirective } from '../modules/sites/index.js';

/**
 * What a page may load. Its one inline style is allowed by its hash. Inline scripts there are only where parts of a page come late
 * (React's streaming), and they need the request's nonce; a page that is whole has none. In development Vite's client needs more.
 */
export function contentSecurityPolicy(options: {
  nonce?: string;
  styleHash: string;
  /** Origins to which a form may be redirected. */
  formTargets: readonly string[];
  /** Pictures may come from anywhere: those of an external backend do. */
  foreignPictures: boolean;
  /** Where the widget of a captcha service on the page loads from; empty where there is none. */
  captchaSources: readonly string[];
  /** What the site's services, and whoever asks for consent to them, load from. */
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
