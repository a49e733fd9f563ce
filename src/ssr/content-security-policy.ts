/**
 * What a page may load. Inline scripts need the request's nonce (React's streaming uses them), the one inline style is allowed by its
 * hash. In development Vite's client needs more.
 */
export function contentSecurityPolicy(options: { nonce: string; styleHash: string; development: boolean }): string {
  const { nonce, styleHash, development } = options;
  const directives: Record<string, string> = {
    'default-src': "'self'",
    'script-src': `'self' 'nonce-${nonce}'${development ? " 'unsafe-inline' 'unsafe-eval'" : ''}`.replace(
      development ? ` 'nonce-${nonce}'` : '',
      '',
    ),
    'style-src': development ? "'self' 'unsafe-inline'" : `'self' '${styleHash}'`,
    'img-src': "'self' data: https:",
    'font-src': "'self'",
    'connect-src': development ? "'self' ws:" : "'self'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'self'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
