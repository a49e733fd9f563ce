import type { PageProgram } from '#contract/pages/page-program.js';
import type { Load, Page } from './page-data';

declare global {
  namespace Vike {
    interface PageContext {
      Page: Page;
      program: PageProgram;
    }
    interface Config {
      load?: Load;
    }
    interface ConfigResolved {
      load: Load;
    }
  }
}
