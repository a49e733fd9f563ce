import { site } from '../../config/sites/default/site.js';
import { page as clientPage } from '../../client/lib/page.js';
import { siteList } from '../modules/sites/site-list.js';
import { jobs } from '../backend/domain/jobs/jobs.js';
import { world } from '../../test/support/world.js';
import { install } from '../../demo/install.js';

export const page = [site, clientPage, siteList, jobs, world, install];
