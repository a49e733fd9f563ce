import { page } from '../../ssr/page.js';
import { siteList } from '../sites/site-list.js';

export const auth = [page, siteList];
