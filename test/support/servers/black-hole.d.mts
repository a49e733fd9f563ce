export function startBlackHole(): Promise<{ origin: string; close(): void }>;
