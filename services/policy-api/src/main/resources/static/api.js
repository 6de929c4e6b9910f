// Client of the REST interface. Paths are relative, because a proxy may serve the page under another path.

/** Returns parameters with a value as a query string with its question mark; empty if there are none. */
export function query(parameters) {
  const text = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '' && value != null)).toString();
  return text ? `?${text}` : '';
}

const STORED = 'pathproof-token'; // of this tab only; it ends with the tab
let token = sessionStorage.getItem(STORED) ?? '';

/** Sends this bearer token with every request from now on, also after the page is loaded again. Empty: no token. */
export function authorise(bearer) {
  token = bearer;
  if (bearer) sessionStorage.setItem(STORED, bearer);
  else sessionStorage.removeItem(STORED);
}

/** Returns true while requests have a token. */
export const hasToken = () => token !== '';

function headers(accept) {
  return token ? { Accept: accept, Authorization: `Bearer ${token}` } : { Accept: accept };
}

/** Returns the JSON of a path. Throws an Error with the server's message for statuses other than 2xx and `allow`. */
export async function get(path, parameters = {}, allow = []) {
  const response = await fetch(path + query(parameters), { headers: headers('application/json') });
  const body = await response.json().catch(() => null);
  if (response.ok || (allow.includes(response.status) && body)) return body;
  throw refusal(response, body);
}

/** Sends a body of this type, and returns the JSON of the answer. Throws an Error as `get` does. */
export async function post(path, parameters, body, type) {
  const response = await fetch(path + query(parameters), { method: 'POST', headers: { ...headers('application/json'), 'Content-Type': type }, body });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw refusal(response, answer);
}

/** Returns the text of a path in this type. Throws an Error as `get` does. */
export async function text(path, type) {
  const response = await fetch(path, { headers: headers(type) });
  if (response.ok) return response.text();
  throw refusal(response, await response.json().catch(() => null));
}

function refusal(response, body) {
  const problem = new Error(body?.detail ?? `the server answers with status ${response.status}`);
  problem.status = response.status;
  return problem;
}

const AGAIN_MS = 3000;

/**
 * The event stream of changes that match some filters. Calls `onChange` with the text of each event, and `onState` with
 * 'open' or 'lost'. Reads with fetch, because an EventSource cannot send a token.
 */
export class Stream {
  #reading = null;
  #again = null;
  #url = '';

  constructor(onChange, onState) {
    this.onChange = onChange;
    this.onState = onState;
  }

  /** Subscribes to changes that match these filters, from now on. */
  follow(filters) {
    const url = `api/v1/events${query(filters)}`;
    if (this.#reading && url === this.#url) return;
    this.close();
    this.#url = url;
    this.#open();
  }

  async #open() {
    const reading = new AbortController();
    this.#reading = reading;
    try {
      const response = await fetch(this.#url, { headers: headers('text/event-stream'), signal: reading.signal });
      if (!response.ok) throw new Error(`the server answers with status ${response.status}`);
      this.onState('open');
      await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
    } catch {
      // The connection has failed, or the page has closed it.
    }
    if (!reading.signal.aborted) this.#retry();
  }

  /** Reads lines until the stream ends. The server disconnects a slow client, and the page reads everything again. */
  async #read(reader) {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        if (line.startsWith('data: {"type":"ris_error"')) return;
        this.onChange(line.slice('data: '.length));
      }
    }
  }

  /** Reconnects after a pause. Missed events are not needed, because the page reads everything again. */
  #retry() {
    this.#reading?.abort();
    this.onState('lost');
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#open(), AGAIN_MS);
  }

  /** Closes the stream without calling `onState`. */
  close() {
    clearTimeout(this.#again);
    this.#reading?.abort();
    this.#reading = null;
  }
}
