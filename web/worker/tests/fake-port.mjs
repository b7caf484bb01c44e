// A worker that a test answers for.

/** Ports as they are spawned, newest last. */
export function spawner({ load = true } = {}) {
  const ports = [];
  const spawn = () => {
    const port = new FakePort();
    ports.push(port);
    if (load) queueMicrotask(() => port.load());
    return port;
  };
  return { ports, spawn };
}

/** Stands in for a `Worker`. */
export class FakePort {
  onmessage = null;
  onmessageerror = null;
  onerror = null;
  /** Calls that wait for an answer. */
  calls = [];
  terminated = false;

  load() {
    this.send({ kind: 'loaded' });
  }

  send(message) {
    if (!this.terminated) this.onmessage?.({ data: message });
  }

  /** Answers the oldest call. */
  answer(value) {
    this.send({ kind: 'result', call: this.calls.shift().call, value });
  }

  refuse(code, message = code) {
    this.send({ kind: 'error', call: this.calls.shift().call, error: { code, message, hint: '' } });
  }

  fail() {
    this.onerror?.({ preventDefault() {} });
  }

  postMessage(message) {
    this.calls.push(message);
  }

  terminate() {
    this.terminated = true;
  }
}

/** Lets everything that is due happen. */
export const settle = () => new Promise((later) => setTimeout(later, 5));

/** The code of a rejection; fails when there is none. */
export async function codeOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error.code;
  }
  throw new Error('it was fulfilled');
}
