/** For how long an administrator who has given a reason sees what is private: enough for one matter, and over before somebody else has the browser. */
export const ACCESS_MINUTES = 30;
export const MAX_ACCESS_REASON_LENGTH = 500;
