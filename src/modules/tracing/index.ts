export { Tracing } from './tracing.js';
