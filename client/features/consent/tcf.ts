/** Google Advertising Products in the list of vendors of the Transparency and Consent Framework. */
const GOOGLE_VENDOR = 755;
/** To store and read information on the visitor's device. */
const STORAGE_PURPOSE = 1;

/** The part of `TCData` that is read here (version 2.3). */
interface TcData {
  eventStatus?: 'tcloaded' | 'cmpuishown' | 'useractioncomplete';
  cmpStatus?: string;
  gdprApplies?: boolean;
  purpose?: { consents?: Record<number, boolean> };
  vendor?: { consents?: Record<number, boolean> };
}

type TcfApi = (
  command: 'addEventListener',
  version: 2,
  callback: (data: TcData | null, isSuccess: boolean) => void,
) => void;

/**
 * Reads what a consent management platform says of Google's advertising in the Transparency and Consent Framework. The product is no such
 * platform itself: it writes nothing.
 *
 * @param changed called after each answer that counts
 * @returns whether advertising is allowed by it; undefined: no platform offers the framework
 */
export function watchTcf(changed: () => void): (() => boolean) | undefined {
  const { __tcfapi: api } = globalThis as typeof globalThis & { __tcfapi?: TcfApi };
  if (typeof api !== 'function') return undefined;
  let isAllowed = false;
  const read = (data: TcData | null, isSuccess: boolean): void => {
    // While the visitor is being asked, and while the platform is loading, nothing was decided.
    if (isSuccess && data?.eventStatus === 'cmpuishown') return;
    const isDecided = isSuccess && data?.cmpStatus !== 'error' && data?.eventStatus !== undefined;
    isAllowed = isDecided && allows(data);
    changed();
  };
  try {
    api('addEventListener', 2, read);
  } catch {
    // A platform that fails has allowed nothing.
  }
  return () => isAllowed;
}

function allows(data: TcData): boolean {
  if (data.gdprApplies === false) return true;
  return data.purpose?.consents?.[STORAGE_PURPOSE] === true && data.vendor?.consents?.[GOOGLE_VENDOR] === true;
}
