import type { ReactNode } from 'react';
import type { PageRequest } from '../../src/contract/page-request.js';
import type { PageData } from './page-data';

declare global {
  namespace Vike {
    interface PageContext {
      request: PageRequest;
      Page: (props: { data: unknown }) => ReactNode;
      data: PageData;
    }
  }
}
