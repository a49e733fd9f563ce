import { alerts } from '../alerts/alerts.js';
import { jobsPage } from '../../pages/jobs/jobs-page.js';

export const jobs = [alerts, jobsPage];
