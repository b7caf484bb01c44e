// The page's script: joins the header's parts to the viewer's session and switches the theme.

import { html, render } from 'lit';
import '../element/index.js';
import type { About, DeviceChip, GroundscopeViewer, PrivacyShield } from '../element/index.js';
import { icon } from '../element/icons.js';
import { carriesFiles } from '../element/intake.js';
import { language, languageOf, LANGUAGES, strings } from '../element/strings.js';
import { tokens } from '../element/tokens.js';
import { keepForOffline } from './offline.js';

type Theme = 'dark' | 'light';

const viewer = part<GroundscopeViewer>('viewer');
const shield = part<PrivacyShield>('shield');
const device = part<DeviceChip>('device');
const about = part<About>('about');
const theme = part<HTMLButtonElement>('theme');
const languages = part<HTMLSelectElement>('language');

if (tokens.styleSheet) document.adoptedStyleSheets.push(tokens.styleSheet);
// `?device=cpu` (or `gpu`) in the address chooses where the network runs, `?lang=de` (or `en`) what the page speaks.
const address = new URLSearchParams(location.search);
const asked = address.get('device');
if (asked === 'cpu' || asked === 'gpu') viewer.device = asked;
shield.watch = viewer.watch;
shield.session = viewer.session;
device.session = viewer.session;
about.session = viewer.session;
theme.addEventListener('click', () => show(viewer.theme === 'dark' ? 'light' : 'dark'));
languages.addEventListener('change', () => talk(languages.value));
viewer.session?.addEventListener('change', () => {
  if (document.documentElement.lang !== language) show(viewer.theme);
  offerLanguages();
});
talk(address.get('lang') ?? navigator.language);
show('dark');
keepForOffline();
// A file dropped beside the viewer would replace the page, and all that was read with it.
for (const kind of ['dragover', 'drop'] as const) {
  document.addEventListener(kind, (event) => {
    if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  });
}

function talk(tag: string): void {
  viewer.lang = languageOf(tag);
  void viewer.updateComplete.then(() => {
    offerLanguages();
    show(viewer.theme);
  });
}

/** The languages that IT's policy allows, the one in use chosen; no choice where there is one only. */
function offerLanguages(): void {
  const allowed = viewer.session?.policy.languages ?? 'all';
  const offered = LANGUAGES.filter((name) => allowed === 'all' || allowed.includes(name));
  document.documentElement.lang = language;
  languages.hidden = offered.length < 2;
  languages.setAttribute('aria-label', strings.languages.choose);
  render(offered.map((name) => html`<option value=${name} ?selected=${name === language}>${strings.languages[name]}</option>`), languages);
  languages.value = language;
}

function show(next: Theme): void {
  viewer.theme = next;
  document.documentElement.dataset['theme'] = next;
  const words = next === 'dark' ? strings.theme.toLight : strings.theme.toDark;
  theme.setAttribute('aria-label', words);
  theme.title = words;
  render(html`${icon(next === 'dark' ? 'sun' : 'moon')}`, theme);
}

function part<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element "${id}"`);
  return element as T;
}
