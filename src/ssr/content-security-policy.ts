import { EMBED_ORIGINS } from '#contract/pages/embeds.js';

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
  development: boolean;
}): string {
  const { nonce, styleHash, formTargets, foreignPictures, captchaSources, development } = options;
  const captcha = captchaSources.map((source) => ` ${source}`).join('');
  const scripts = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  const directives: Record<string, string> = {
    'default-src': "'self'",
    'script-src': (development ? "'self' 'unsafe-inline' 'unsafe-eval'" : scripts) + captcha,
    'style-src': (development ? "'self' 'unsafe-inline'" : `'self' '${styleHash}'`) + captcha,
    'img-src': `'self' data:${foreignPictures ? ' https:' : ''}`,
    'font-src': "'self'",
    'connect-src': (development ? "'self' ws:" : "'self'") + captcha,
    'frame-src': EMBED_ORIGINS.join(' ') + captcha,
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': ["'self'", ...formTargets].join(' '),
    'frame-ancestors': "'self'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
