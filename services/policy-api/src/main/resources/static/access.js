// The form that asks for a bearer token when the server needs one. The token stays in memory.
import { authorise } from './api.js';

const form = document.getElementById('access');
const field = document.getElementById('token');

/** Returns true while the page waits for a token, and requests would be refused. */
export const waits = () => !form.hidden;

/** Asks for a token. */
export function askForToken() {
  if (waits()) return;
  form.hidden = false;
  field.focus();
}

/** Calls `run` after each submitted token. */
export function onToken(run) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    authorise(field.value.trim());
    field.value = '';
    form.hidden = true;
    run();
  });
}
