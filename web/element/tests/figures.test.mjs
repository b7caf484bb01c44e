// The figures of the model card in German: every form in which they are written, and texts of another form untouched.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureInGerman } from '../strings/german.ts';

test('figures of the model card are German, numbers and all', () => {
  for (const [english, german] of [
    ['F1 0.57 (95 % interval 0.50 to 0.63), 398 boxes on 160 scans of 67 patients, each read by a network that never saw the patient',
      'F1 0,57 (95-%-Intervall 0,50 bis 0,63), 398 Boxen auf 160 Scans von 67 Patienten, jeder gelesen von einem Netz, das den Patienten nie sah'],
    ['F1 0.70 (95 % interval 0.58 to 0.81), 85 boxes on phantoms of unseen seeds; not measured on patients',
      'F1 0,70 (95-%-Intervall 0,58 bis 0,81), 85 Boxen auf Phantomen, die das Netz nicht kannte; nicht an Patienten gemessen'],
    ['F1 0.00, 1 box on 1 real scan, each read by a network that never saw its maker',
      'F1 0,00, 1 Box auf 1 echtem Scan, jeder gelesen von einem Netz, das keinen Scan dieses Herstellers sah'],
    ['measured elsewhere', 'measured elsewhere'],
    ['', ''],
  ]) assert.equal(figureInGerman(english), german);
});
