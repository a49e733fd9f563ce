import { address } from '../contract/address.js';

export const text = address;
