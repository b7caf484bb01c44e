// The one table of keys: which key does what, which can be bound anew, and whether two would be the same.

/** What a single key does. */
export type Action = 'hide' | 'invert' | 'measure' | 'draw' | 'zoomIn' | 'zoomOut' | 'fit' | 'help';

/** Keys by action, the first one shown. */
export type Bindings = Readonly<Record<Action, readonly string[]>>;

export const DEFAULTS: Bindings = {
  hide: ['h'],
  invert: ['i'],
  measure: ['m'],
  draw: ['d'],
  zoomIn: ['+', '='],
  zoomOut: ['-'],
  fit: ['0'],
  help: ['?'],
};

export const ACTIONS = Object.keys(DEFAULTS) as readonly Action[];

/** Keys that always do what they do; told in the list of keys, not bound anew. */
export type FixedAction = 'scans' | 'ends' | 'arrows' | 'far' | 'resize' | 'enter' | 'delete' | 'undo' | 'redo' | 'escape';

export const FIXED: Readonly<Record<FixedAction, readonly string[]>> = {
  scans: ['Page Up', 'Page Down'],
  ends: ['Home', 'End'],
  arrows: ['\u2190', '\u2191', '\u2192', '\u2193'],
  far: ['Shift + \u2190'],
  resize: ['Alt + \u2190'],
  enter: ['Enter'],
  delete: ['Delete'],
  undo: ['Ctrl + Z'],
  redo: ['Ctrl + Shift + Z', 'Ctrl + Y'],
  escape: ['Escape'],
};

/** A key as the table has it: letters are the same in both cases. */
export function keyName(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** What a key does; null for one that is not in the table. */
export function actionOf(bindings: Bindings, key: string): Action | null {
  const name = keyName(key);
  return ACTIONS.find((action) => bindings[action].includes(name)) ?? null;
}

export type Bound = { readonly bindings: Bindings } | { readonly refused: 'taken'; readonly by: Action } | { readonly refused: 'unfit' };

/** Binds a key to an action in place of its keys. */
export function bind(bindings: Bindings, action: Action, key: string): Bound {
  if (!fits(key)) return { refused: 'unfit' };
  const name = keyName(key);
  const by = actionOf(bindings, name);
  if (by !== null && by !== action) return { refused: 'taken', by };
  return { bindings: { ...bindings, [action]: [name] } };
}

/** Bindings from outside (what was kept): the defaults where a key is not fit or two would be the same. */
export function bindingsFrom(kept: unknown): Bindings {
  if (typeof kept !== 'object' || kept === null) return DEFAULTS;
  const wished = { ...DEFAULTS } as Record<Action, readonly string[]>;
  for (const action of ACTIONS) {
    const key: unknown = Reflect.get(kept, action);
    if (typeof key === 'string' && fits(key)) wished[action] = [keyName(key)];
  }
  const all = ACTIONS.flatMap((action) => wished[action]);
  return new Set(all).size === all.length ? wished : DEFAULTS;
}

/** Single characters only: the other keys move the focus or edit. */
function fits(key: string): boolean {
  return [...key].length === 1 && key.trim() !== '';
}

/** What differs from the defaults: all that has to be kept. */
export function changes(bindings: Bindings): Partial<Record<Action, string>> {
  const changed = ACTIONS.filter((action) => bindings[action].join() !== DEFAULTS[action].join());
  return Object.fromEntries(changed.map((action) => [action, bindings[action][0] ?? '']));
}

/** True where single keys belong to what has the focus: something typed into, or chosen from by letters. */
export function takesKeys(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['range', 'checkbox', 'radio', 'button', 'file'].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** A key as it is printed on a keyboard. */
export function printed(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
