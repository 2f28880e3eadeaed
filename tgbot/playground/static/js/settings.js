/** What this browser remembers: colours, who acts in a group, what has been read. */

const PREFIX = "bang.";

/** The remembered value, or `otherwise`. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Remember a value; where storage is closed to us, until the page is left. */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows may refuse: nothing depends on it.
  }
}
