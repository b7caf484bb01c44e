// The metrics worker: in a thread of its own, so that none of its answers ever waits for the network or its device.

import * as benchmark from '#engine/benchmark';
import * as cpu from '#engine/cpu';
import { answerCalls, tell } from './dispatch.js';
import { metricsMethods } from './metrics-methods.js';
import type { MetricsMethods } from './protocol.js';

answerCalls<MetricsMethods>(metricsMethods(cpu, benchmark, tell));
