// The form that asks for a bearer token when the server needs one. The token stays in this tab.
import { authorise, hasToken } from './api.js';

const form = document.getElementById('access');
const field = document.getElementById('token');
const note = document.getElementById('token-note');

/** Returns true while the page waits for a token, and requests would be refused. */
export const waits = () => !form.hidden;

/** Asks for a token, and shows why the server refused the request. A token that was refused is forgotten. */
export function askForToken(reason) {
  if (hasToken()) {
    note.textContent = reason;
    authorise('');
  }
  note.hidden = !note.textContent;
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
    note.textContent = '';
    form.hidden = true;
    run();
  });
}
