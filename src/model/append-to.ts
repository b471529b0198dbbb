/** Appends a value to the list of a key; a list is never copied, so that a long one costs no more per value. */
export function appendTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}
