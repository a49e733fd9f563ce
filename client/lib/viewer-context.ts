import { createContext, use } from 'react';
import type { PageViewer } from '../../src/contract/page-request.js';

/** Who looks at the page; on the server only. null: nobody who is logged in. */
export const ViewerContext = createContext<PageViewer | null>(null);

export function useViewer(): PageViewer | null {
  return use(ViewerContext);
}
