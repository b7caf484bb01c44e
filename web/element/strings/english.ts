// How English counts and lists.

export const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
