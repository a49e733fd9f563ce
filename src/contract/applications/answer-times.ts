/** Of what the numbers about answers are made, in days. */
export const MEASURED_DAYS = 90;

/** Whoever has heard nothing for so many days is counted as waiting. */
export const LONG_WAIT_DAYS = 10;
