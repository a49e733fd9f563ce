import type { RenderFunction } from '#contract/pages/page-request.js';
import type { Load, Page } from './page-data';

declare global {
  namespace Vike {
    interface PageContext {
      Page: Page;
      program: RenderFunction;
    }
    interface Config {
      load?: Load;
    }
    interface ConfigResolved {
      load: Load;
    }
  }
}
