// How German counts, lists and writes numbers.

export const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} und ${items.at(-1)}`;

/** A number with the comma that German writes. */
export const comma = (text: string): string => text.replace('.', ',');
