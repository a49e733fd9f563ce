export const alerts = 1;
