import { mailer } from '../../src/backend/mailer.js';
import { zonedDays } from '../../src/shared/time-zones/zoned-days.js';
import { jobs } from '../features/jobs/jobs.js';

export const page = [mailer, zonedDays, jobs];
