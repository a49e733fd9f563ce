import { siteSchema } from '../sites/site.schema.js';
import { site } from './site.js';

it('[SITE-08] is a valid site, except for its name', () => {
  expect(siteSchema.parse(site)).toMatchObject({ title: 'TITLE', contactEmail: 'hello@NAME.test' });
});
