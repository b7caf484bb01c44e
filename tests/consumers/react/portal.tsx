import { StrictMode, useCallback, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Findings, GroundscopeViewer } from 'groundscope';
import 'groundscope';
import type {} from 'groundscope/react';

function Scan({ onRead }: { onRead: (findings: Findings) => void }) {
  const viewer = useRef<GroundscopeViewer>(null);
  useEffect(() => {
    const element = viewer.current;
    const tell = (event: HTMLElementEventMap['groundscope-read']) => onRead(event.detail);
    element?.addEventListener('groundscope-read', tell);
    return () => element?.removeEventListener('groundscope-read', tell);
  }, [onRead]);
  return <groundscope-viewer ref={viewer} assets="/groundscope/" src="/groundscope/sample.png" device="cpu" theme="light" />;
}

function Portal() {
  const [shown, show] = useState(true);
  const [present, setPresent] = useState('');
  const onRead = useCallback(({ findings }: Findings) => setPresent(findings.filter((one) => one.present).map((one) => one.class).join(' ')), []);
  return (
    <>
      <button id="toggle" onClick={() => { show(!shown); setPresent(''); }}>{shown ? 'Hide' : 'Show'}</button>
      {shown && <Scan onRead={onRead} />}
      <output id="present">{present}</output>
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<StrictMode><Portal /></StrictMode>);
