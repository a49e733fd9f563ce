export { ConsentCookies, hasPrivacyControl, withPrivacyControl } from './consent-cookies.js';
export { ConsentModule } from './consent.module.js';
