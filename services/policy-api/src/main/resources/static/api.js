// The REST interface, as the dashboard uses it. Paths are relative: the page may stand behind a proxy under another path.

/** Parameters as a query, those without a value left out; empty or with its question mark. */
export function query(parameters) {
  const text = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '' && value != null)).toString();
  return text ? `?${text}` : '';
}

/** The JSON of a path; also of an answer with a status that `allow` names. Throws an Error with the server's words otherwise. */
export async function get(path, parameters = {}, allow = []) {
  const response = await fetch(path + query(parameters), { headers: { Accept: 'application/json' } });
  const body = await response.json().catch(() => null);
  if (response.ok || (allow.includes(response.status) && body)) return body;
  const problem = new Error(body?.detail ?? `the server answers with status ${response.status}`);
  problem.status = response.status;
  throw problem;
}

const AGAIN_MS = 3000;

/** The event stream, for changes that fit some filters. Calls `onChange` with the text of each event, and `onState` with open or lost. */
export class Stream {
  #source = null;
  #again = null;
  #url = '';

  constructor(onChange, onState) {
    this.onChange = onChange;
    this.onState = onState;
  }

  /** Follows changes that fit these filters from now on. */
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
      // A client that reads too slowly is cut, and reads everything anew.
      if (message.data.startsWith('{"type":"ris_error"')) this.#retry();
      else this.onChange(message.data);
    };
    source.onerror = () => this.#retry();
  }

  /** Reconnects after a pause. What was missed is not asked for: everything that is shown is read again. */
  #retry() {
    this.#source?.close();
    this.onState('lost');
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#open(), AGAIN_MS);
  }

  /** Ends it, without a word. */
  close() {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }
}
