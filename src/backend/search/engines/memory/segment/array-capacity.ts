type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Returns an array with a capacity of at least `length` numbers and the contents of the given one. */
export function withCapacity<Type extends Numbers>(numbers: Type, length: number): Type {
  if (length <= numbers.length) return numbers;
  const larger = new (numbers.constructor as new (size: number) => Type)(Math.max(length, numbers.length * 1.5) | 0);
  larger.set(numbers);
  return larger;
}

/** Returns the first `length` numbers. A little unused capacity is kept, because freeing it would require a copy. */
export function trimmed<Type extends Numbers>(numbers: Type, length: number): Type {
  const isClose = length > 1024 && numbers.length - length <= length >>> 4;
  return (isClose ? numbers.subarray(0, length) : numbers.slice(0, length)) as Type;
}
