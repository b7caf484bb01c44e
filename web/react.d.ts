// Types of the elements for JSX in React 19: import 'groundscope/react' once, beside 'groundscope'.

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { GroundscopeBenchmark, GroundscopeViewer } from './element/index.js';

interface ViewerAttributes extends DetailedHTMLProps<HTMLAttributes<GroundscopeViewer>, GroundscopeViewer> {
  src?: string;
  references?: string;
  weights?: string;
  device?: 'auto' | 'cpu' | 'gpu';
  theme?: 'dark' | 'light';
  assets?: string;
  bare?: boolean;
  'accept-messages'?: boolean | '';
}

interface BenchmarkAttributes extends DetailedHTMLProps<HTMLAttributes<GroundscopeBenchmark>, GroundscopeBenchmark> {
  theme?: 'dark' | 'light';
  assets?: string;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'groundscope-viewer': ViewerAttributes;
      'groundscope-benchmark': BenchmarkAttributes;
    }
  }
}
