// The REST interface, as the dashboard uses it. Paths are relative: the page may stand behind a proxy under another path.

/** The JSON of a path; null when the answer is an error that `allow` names. Throws an Error with the server's words otherwise. */
export async function get(path, parameters = {}, allow = []) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '' && value != null));
  const response = await fetch(query.size ? `${path}?${query}` : path, { headers: { Accept: 'application/json' } });
  const body = await response.json().catch(() => null);
  if (response.ok || (allow.includes(response.status) && body)) return body;
  const problem = new Error(body?.detail ?? `the server answers with status ${response.status}`);
  problem.status = response.status;
  throw problem;
}

/**
 * Follows the event stream, and tells of the state of the connection. The browser reconnects by itself, with the id of the last event, so nothing is
 * missed; when it gives up, this starts anew.
 */
export function follow(onEvent, onState) {
  const source = new EventSource('api/v1/events');
  source.onopen = () => onState('live');
  source.onmessage = (message) => onEvent(JSON.parse(message.data));
  source.onerror = () => {
    onState('lost');
    if (source.readyState === EventSource.CLOSED) {
      source.close();
      setTimeout(() => follow(onEvent, onState), 3000);
    }
  };
}
