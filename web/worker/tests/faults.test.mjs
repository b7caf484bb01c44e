// The self-check fault changes one stored value of a weights file that stays valid.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, withShiftedSelfCheck } from '../faults.ts';

function weights(manifest) {
  const text = JSON.stringify(manifest);
  const header = new TextEncoder().encode(JSON.stringify({ __metadata__: { groundscope: text, 'groundscope-sha256': 'old' }, stem: {} }));
  const file = new Uint8Array(8 + header.length + 3);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  file.set([7, 8, 9], 8 + header.length);
  return file.buffer;
}

test('one value moves, the rest of the file stays, the hash fits', async () => {
  const manifest = { name: 'm', self_check: { map_logits: [0.25, 2], tolerance: 0.01 } };
  const shifted = await withShiftedSelfCheck(weights(manifest));
  const length = Number(new DataView(shifted).getBigUint64(0, true));
  assert.equal((8 + length) % 8, 0);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(shifted, 8, length)));
  const text = header.__metadata__.groundscope;
  assert.deepEqual(JSON.parse(text), { ...manifest, self_check: { map_logits: [1.25, 2], tolerance: 0.01 } });
  assert.equal(header.__metadata__['groundscope-sha256'], createHash('sha256').update(text).digest('hex'));
  assert.deepEqual([...new Uint8Array(shifted, 8 + length)], [7, 8, 9]);
});

test('the address asks for faults, and only then', () => {
  assert.deepEqual(faultsOf(''), {});
  assert.deepEqual(faultsOf('?self-check-fault=gpu'), { selfCheck: 'gpu' });
  assert.deepEqual(faultsOf('?device=cpu&self-check-fault=all'), { selfCheck: 'all' });
});
