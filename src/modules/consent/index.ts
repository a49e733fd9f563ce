export { ConsentCookies, hasPrivacyControl, withPrivacyControl } from './consent.module.js';
export { ConsentModule } from './consent.module.js';
