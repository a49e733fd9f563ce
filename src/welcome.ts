import type { Backend } from '#contract/backend/backend.js';
import type { Settings } from './settings.js';

/** Returns what `npm start` prints when the site is available. */
export function welcome(settings: Settings, port: number, backend: Backend | null): string[] {
  const local = `http://localhost:${port}`;
  const { PUBLIC_URL } = settings;
  const address = PUBLIC_URL ? `${PUBLIC_URL}, here at ${local}` : local;
  const lines = ['', `  Causeboard is at ${address}`, `  Site: ${settings.SITE}`];
  for (const [host, site] of settings.SITES) lines.push(`        ${site} at ${host}`);
  lines.push(
    `  Backend: ${backend ? `embedded, ${settings.DATABASE_URL ? 'on DATABASE_URL' : `in ${settings.DATA_DIR}`}` : settings.BACKEND_GRAPHQL_URL!}`,
  );
  if (backend?.mailbox) lines.push(`  Mail goes nowhere; on this machine it can be read at ${local}/dev/mailbox`);
  else if (backend?.mail === 'off') lines.push('  Mail is not sent: SMTP_URL is missing');
  const demo = backend?.demo;
  if (demo?.accounts.length) {
    const password = demo.password ? `password ${demo.password}` : 'the password of the first start, or DEMO_PASSWORD';
    lines.push(`  Demo accounts (${password}):`, ...demo.accounts.map((account) => `        ${account.email}`));
  }
  return [...lines, ''];
}
