// How German counts, lists and writes numbers.

export const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} und ${items.at(-1)}`;

/** A number with the comma that German writes. */
export const comma = (text: string): string => text.replace('.', ',');

/** The figures of a model card are written by `groundscope train` in English, in few forms; what has another form stays as it is. */
export function figureInGerman(text: string): string {
  return text
    .replace(/\(95 % interval ([\d.]+) to ([\d.]+)\)/, '(95-%-Intervall $1 bis $2)')
    .replace(/\b(\d+) box(?:es)? on\b/, (_, n: string) => `${count(Number(n), 'Box', 'Boxen')} auf`)
    .replace(/\b(\d+)( real)? scans? of (\d+) patients?/, (_, scans: string, real: string | undefined, patients: string) =>
      `${scans}${real ? ' echten' : ''} Scan${scans === '1' ? '' : 's'} von ${count(Number(patients), 'Patient', 'Patienten')}`)
    .replace(/\b(\d+) real scans?/, (_, scans: string) => `${scans} ${scans === '1' ? 'echtem Scan' : 'echten Scans'}`)
    .replace('phantoms of unseen seeds; not measured on patients', 'Phantomen, die das Netz nicht kannte; nicht an Patienten gemessen')
    .replace('each read by a network that never saw the patient', 'jeder gelesen von einem Netz, das den Patienten nie sah')
    .replace('each read by a network that never saw its maker', 'jeder gelesen von einem Netz, das keinen Scan dieses Herstellers sah')
    .replace(/\b(\d)\.(\d)/g, '$1,$2');
}
