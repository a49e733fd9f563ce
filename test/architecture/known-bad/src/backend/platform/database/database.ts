import { jobs } from '../../domain/jobs/jobs.js';

export const database = jobs;
