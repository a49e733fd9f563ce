export { Translations } from './translations.module.js';
export { TranslationsModule } from './translations.module.js';
