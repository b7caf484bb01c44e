// The reader worker: the network in a thread of its own, on the CPU or on the GPU.

import * as cpu from '#engine/cpu';
import * as gpu from '#engine/gpu';
import { answerCalls, tell } from './dispatch.js';
import type { ReaderMethods } from './protocol.js';
import { readerMethods } from './reader-methods.js';

answerCalls<ReaderMethods>(readerMethods({ cpu, gpu }, tell));
