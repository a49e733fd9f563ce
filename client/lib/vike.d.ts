import type { ReactNode } from 'react';
import type { PageRequest } from '../../src/contract/page-request.js';
import type { PageHead } from './head';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Vike {
    interface PageContext {
      request: PageRequest;
      Page: (props: { data: unknown }) => ReactNode;
      data: { head: PageHead };
    }
  }
}
