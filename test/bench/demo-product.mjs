// The product with demo data in its own folder, and visitors who log in to it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD, startProduct } from '../support/products.mjs';

export const PEOPLE = ['applicant', 'recruiter', 'editor', 'siteadmin', 'admin'].map(
  (name) => `${name}@demo.causeboard.test`,
);

/** Runs `use` with the product and its data folder, which is deleted afterwards. */
export async function withDemoProduct(settings, use) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  try {
    const product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on', DEMO_PASSWORD, SITES: '', ...settings });
    try {
      return await use(product, dataDir);
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns a function that logs in a user, with one CSRF token for all, and returns the cookies that a browser would send afterwards */
export async function openLogins(url) {
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const cookie = cookiesOf(csrf);
  return async (email) => {
    const body = new URLSearchParams({ email, password: DEMO_PASSWORD, csrfToken, json: 'true' });
    const headers = { cookie };
    const response = await fetch(`${url}/api/auth/callback/credentials`, { method: 'POST', body, headers });
    await response.arrayBuffer();
    const session = cookiesOf(response, 'session-token');
    if (response.status !== 200 || !session) throw new Error(`logging in: ${response.status}`);
    return `${cookie}; ${session}`;
  };
}

function cookiesOf(response, only = '') {
  const pairs = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return pairs.filter((pair) => pair.includes(only)).join('; ');
}

/** Pages of the list of jobs. */
export const LISTS = Array.from({ length: 20 }, (_, at) => ({ path: at === 0 ? '/jobs' : `/jobs?page=${at + 1}` }));
