import { test as base } from '@playwright/test';
import { HOSTS, type RunningProduct, startProduct } from '../../support/products.mjs';
import type { SiteName } from './browser-site';

/** Hosts of services that do not exist: all requests to them are intercepted. */
export const MEASURING = 'https://measure.test';
export const GEOCODER = 'https://places.test';

/** Every service on the default site, most of them on the others, and none on `uk` that asks for consent on arrival. */
const SERVICES: Readonly<Partial<Record<SiteName, Record<string, string>>>> = {
  default: {
    'google-tag-manager': 'GTM-ABC1234',
    'google-analytics': 'G-ABC1234567',
    'google-analytics-legacy': 'UA-1234567-1',
    geocoding: `${GEOCODER}/api`,
    'google-ad-manager': '/1234567/jobs/results',
    'meta-pixel': '123456789012345',
    'audience-measurement': `${MEASURING}/tag.js`,
    heatmap: 'https://www.clarity.ms/tag/abc',
  },
  'charity-ca': { 'google-analytics': 'G-ABC1234567', heatmap: 'https://static.hotjar.com/c/hotjar-12345.js?sv=6' },
  europe: { 'meta-pixel': '123456789012345' },
};

const SITE_SERVICES = Object.entries(SERVICES)
  .flatMap(([site, services]) => Object.entries(services).map(([service, value]) => `${site}.${service}=${value}`))
  .join(',');

/** A product whose sites use services with consent; one for each process that runs these tests. */
export const test = base.extend<{ on: (path: string, site?: SiteName) => string }, { product: RunningProduct }>({
  product: [
    async ({ browserName }, use) => {
      if (browserName !== 'chromium') throw new Error('These tests are for Chromium.');
      const product = await startProduct({
        DATA_DIR: process.env.TEST_DATA_DIR!,
        SITE_SERVICES,
        SITE_FLAGS: 'default.adTeasers=on',
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  on: async ({ product }, use) => {
    const { port } = new URL(product.url);
    await use((path, site = 'default') => `http://${HOSTS[site]}:${port}${path}`);
  },
});
