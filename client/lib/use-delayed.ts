import { useEffect, useState } from 'react';

/** @returns the value as it was once it has not changed for a while */
export function useDelayed<T>(value: T, milliseconds: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return delayed;
}
