/** What comes over the page or over one phone: questions, toasts, alerts and menus. */

import { el, icon } from "./dom.js";
import { t } from "./strings.js";

const TOAST_MS = 4000;

/**
 * Ask in a dialog. Each field has a name, a label, and is a text (with `value` at first), a choice of `options`, or a
 * yes or no (`check: true`). The answers by name; null if it was closed.
 */
export function ask(title, fields) {
  const form = el(
    "form",
    { method: "dialog" },
    el("h2", {}, title),
    fields.map(control),
    el(
      "div",
      { class: "dialog-buttons" },
      el("button", { type: "button", class: "quiet", on: { click: () => dialog.close() } }, t("cancel")),
      el("button", { class: "primary", value: "ok" }, t("ok")),
    ),
  );
  const dialog = el("dialog", { "aria-label": title }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "ok" ? Object.fromEntries(new FormData(form)) : null);
      dialog.remove();
    });
  });
}

function control({ name, label, value = "", options = null, check = false }) {
  if (check) return el("label", { class: "check" }, el("input", { type: "checkbox", name }), label);
  const input = options
    ? el("select", { name }, options.map((option) => el("option", { value: option.value }, option.label)))
    : el("input", { name, value, required: true, maxlength: "64", autocomplete: "off" });
  return el("label", {}, el("span", {}, label), input);
}

/** Show a short text over a phone for some seconds, in place of an earlier one. */
export function notify(chatId, text) {
  const place = document.querySelector(`#phone-${CSS.escape(chatId)} .toasts`);
  if (!place || !text) return;
  const toast = el("p", { class: "toast" }, text);
  place.replaceChildren(toast);
  setTimeout(() => toast.remove(), TOAST_MS);
}

/** Show a text over a phone until its OK is pressed. */
export function alertOn(chatId, text) {
  const phone = document.querySelector(`#phone-${CSS.escape(chatId)}`);
  if (!phone) return;
  const before = document.activeElement;
  const close = () => {
    shade.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
  const ok = el("button", { type: "button", class: "primary", on: { click: close } }, t("ok"));
  const box = el("div", { class: "alert", role: "alertdialog", "aria-label": text }, el("p", {}, text), ok);
  const shade = el("div", { class: "shade", on: { keydown: (event) => event.key === "Escape" && close() } }, box);
  phone.append(shade);
  ok.focus({ preventScroll: true });
}

/** A button that opens a list of actions: `[label, action]` each. `items` is asked whenever it opens. */
export function menu(label, face, items) {
  const panel = el("ul", { class: "menu-items" });
  const details = el("details", { class: "menu" }, el("summary", { "aria-label": label, title: label }, face), panel);
  details.addEventListener("toggle", () => {
    if (details.open) panel.replaceChildren(...items().map(([text, run]) => el("li", {}, item(text, run))));
  });
  const item = (text, run) => {
    const choose = () => {
      details.open = false;
      details.querySelector("summary").focus();
      run();
    };
    return el("button", { type: "button", on: { click: choose } }, text);
  };
  details.addEventListener("keydown", (event) => {
    if (event.key === "Escape") details.open = false;
  });
  details.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !details.contains(event.relatedTarget)) details.open = false;
  });
  return details;
}

document.addEventListener("pointerdown", (event) => {
  for (const open of document.querySelectorAll("details.menu[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});

/** The face of a menu button: an icon, with a text where there is room. */
export const face = (name, text = null) => [icon(name), text && el("span", { class: "wide-only" }, text)].filter(Boolean);
