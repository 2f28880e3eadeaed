/** Making and updating elements without a framework. Texts are always set as text, never as HTML. */

/**
 * An element. `props` are attributes, except `on` (listeners by event name), `class`, and booleans: true sets an empty
 * attribute, false and null none. Children are nodes or strings; null and false are left out.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const NAMESPACE = "http://www.w3.org/2000/svg";
const ICONS = {
  plus: "M12 5v14M5 12h14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  send: "M5 12l15-7-5 15-3-6z",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  down: "M12 5v14M6 13l6 6 6-6",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 19M5 19l1.500-1.500M17.500 6.500L19 5",
  moon: "M19 14.500A8 8 0 019.500 5 8 8 0 1019 14.500z",
  auto: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 3v18M15 6v12M18 8v8",
  group: "M9 11a3 3 0 100-6 3 3 0 000 6zM3 19c0-3 3-5 6-5s6 2 6 5M16 11a3 3 0 100-5M17 14c2 0 4 2 4 4",
  link: "M9 7h8v8M17 7L7 17",
  copy: "M9 9h10v10H9zM5 15V5h10",
};

/** A line drawing of our own, hidden from screen readers: whoever uses it says what it means. */
export function icon(name) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A disc with the first letter of a name, in the colour that belongs to the id. */
export function avatar(name, id, extra = "") {
  const letter = [...name.trim()][0] ?? "?";
  return el("span", { class: `avatar hue-${Math.abs(id) % 8} ${extra}`, "aria-hidden": "true" }, letter.toUpperCase());
}

/** Replace the children of `parent`, unless `signature` tells that they would be the same; keyboard focus stays. */
export function redraw(parent, signature, make) {
  const text = JSON.stringify(signature);
  if (parent.dataset.drawn === text) return false;
  parent.dataset.drawn = text;
  keepFocus(parent, () => parent.replaceChildren(...[make()].flat().filter(Boolean)));
  return true;
}

/** Do something that replaces elements within `parent`, and put the focus back on the one with the same `data-key`. */
export function keepFocus(parent, change) {
  const active = parent.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset.key;
  change();
  if (key && document.activeElement !== active) {
    parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }
}
