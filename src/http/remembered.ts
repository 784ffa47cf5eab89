/** `work`, whose last results are remembered: callers repeat themselves, and working them out costs. All are forgotten at `most`. */
export function remembered<T>(work: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = work(text);
    if (known.size >= most) known.clear();
    known.set(text, result);
    return result;
  };
}
