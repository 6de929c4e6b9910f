// Client of the REST interface. Paths are relative, because a proxy may serve the page under another path.

/** Returns parameters with a value as a query string with its question mark; empty if there are none. */
export function query(parameters) {
  const text = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '' && value != null)).toString();
  return text ? `?${text}` : '';
}

/** Returns the JSON of a path. Throws an Error with the server's message for statuses other than 2xx and `allow`. */
export async function get(path, parameters = {}, allow = []) {
  const response = await fetch(path + query(parameters), { headers: { Accept: 'application/json' } });
  const body = await response.json().catch(() => null);
  if (response.ok || (allow.includes(response.status) && body)) return body;
  const problem = new Error(body?.detail ?? `the server answers with status ${response.status}`);
  problem.status = response.status;
  throw problem;
}

const AGAIN_MS = 3000;

/**
 * The event stream of changes that match some filters. Calls `onChange` with the text of each event, and `onState` with
 * open or lost.
 */
export class Stream {
  #source = null;
  #again = null;
  #url = '';

  constructor(onChange, onState) {
    this.onChange = onChange;
    this.onState = onState;
  }

  /** Subscribes to changes that match these filters, from now on. */
  follow(filters) {
    const url = `api/v1/events${query(filters)}`;
    if (this.#source && url === this.#url) return;
    this.close();
    this.#url = url;
    this.#open();
  }

  #open() {
    const source = new EventSource(this.#url);
    this.#source = source;
    source.onopen = () => this.onState('open');
    source.onmessage = (message) => {
      // The server disconnects a slow client. The page then reads everything again.
      if (message.data.startsWith('{"type":"ris_error"')) this.#retry();
      else this.onChange(message.data);
    };
    source.onerror = () => this.#retry();
  }

  /** Reconnects after a pause, without missed events, because the page reads everything again. */
  #retry() {
    this.#source?.close();
    this.onState('lost');
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#open(), AGAIN_MS);
  }

  /** Closes the stream without a call of `onState`. */
  close() {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }
}
