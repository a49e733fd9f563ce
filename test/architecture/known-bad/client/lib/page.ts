import { mailer } from '../../src/backend/mailer.js';
import { zonedDays } from '../../src/shared/time-zones/zoned-days.js';
import { catalogues } from '../../src/shared/translations/catalogues.js';
import { jobs } from '../features/jobs/jobs.js';

export const page = [mailer, zonedDays, catalogues, jobs];
