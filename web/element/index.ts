// The embeddable element: importing this module defines <groundscope-viewer> and its parts.

export { About } from './about.js';
export { GroundscopeBenchmark } from './benchmark-element.js';
export { DeviceChip } from './device-chip.js';
export { PrivacyShield } from './privacy-shield.js';
export { GroundscopeScore } from './score-element.js';
export { GroundscopeViewer, type StudyScan } from './viewer.js';
export { GroundscopeError } from '../worker/api.js';
export type { Findings, Finding, Policy, Region } from '../worker/api.js';
export type { AnswerMessage, ErrorMessage, OpenedMessage, OpenMessage, ReadMessage } from './handover.js';
