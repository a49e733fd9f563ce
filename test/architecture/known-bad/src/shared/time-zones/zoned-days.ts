export const zonedDays = 1;
