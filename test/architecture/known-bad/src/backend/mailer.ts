import { address } from '../contract/address.js';
import { sites } from '../modules/sites/index.js';

export const mailer = [address, sites];
