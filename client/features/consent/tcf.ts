/** Id of Google Advertising Products in the vendor list of the Transparency and Consent Framework. */
const GOOGLE_VENDOR = 755;
/** The purpose "Store and/or access information on a device". */
const STORAGE_PURPOSE = 1;

/** The part of `TCData` that is used here (version 2.3). */
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
 * Reads the decision about Google's advertising from a consent management platform of the Transparency and Consent
 * Framework. The product itself is not such a platform: it writes nothing.
 *
 * @param changed called after each relevant response
 * @returns whether advertising is allowed; undefined if no platform offers the framework
 */
export function watchTcf(changed: () => void): (() => boolean) | undefined {
  const { __tcfapi: api } = globalThis as typeof globalThis & { __tcfapi?: TcfApi };
  if (typeof api !== 'function') return undefined;
  let isAllowed = false;
  const read = (data: TcData | null, isSuccess: boolean): void => {
    // While the dialog is open, or the platform is loading, there is no decision.
    if (isSuccess && data?.eventStatus === 'cmpuishown') return;
    const isDecided = isSuccess && data?.cmpStatus !== 'error' && data?.eventStatus !== undefined;
    isAllowed = isDecided && allows(data);
    changed();
  };
  try {
    api('addEventListener', 2, read);
  } catch {
    // If the platform fails, nothing is allowed.
  }
  return () => isAllowed;
}

function allows(data: TcData): boolean {
  if (data.gdprApplies === false) return true;
  return data.purpose?.consents?.[STORAGE_PURPOSE] === true && data.vendor?.consents?.[GOOGLE_VENDOR] === true;
}
