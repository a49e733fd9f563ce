import { database } from '../database.js';

export const core = database;
