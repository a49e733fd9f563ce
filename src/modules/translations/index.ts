export { Translations } from './translations.js';
export { TranslationsModule } from './translations.module.js';
