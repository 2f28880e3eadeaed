/** Following the world: server-sent events that are taken up again whenever the connection was lost. */

const RETRY_MS = 1000;

/**
 * Call `onChange(change)` for every change after number `since`. `onState(true)` says that the feed is connected, and
 * that everything must be loaded anew as changes may have been missed; `onState(false)` that it is not.
 */
export function follow(since, onChange, onState) {
  let last = since;
  const connect = () => {
    const source = new EventSource(`/world/changes?since=${last}`);
    source.onopen = () => onState(true);
    source.onmessage = (event) => {
      const change = JSON.parse(event.data);
      last = change.seq;
      onChange(change);
    };
    source.onerror = () => {
      source.close();
      onState(false);
      setTimeout(connect, RETRY_MS);
    };
  };
  connect();
}
