export { AccountModule } from './account.module.js';
export { CaptchaSolver } from './captcha/captcha-solver.js';
export { again, failed } from './form-outcomes.js';
