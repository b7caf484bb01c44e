// The page as one file: everything lies in it, the engine runs on the page's own thread, and nothing is ever asked for.

import './carried.js';
import './main.js';
