/** The foot of a phone: commands as chips, a line to write in, or the button with which a private chat begins. */

import { el, icon, redraw } from "./dom.js";
import { t } from "./strings.js";

/** What is typed stays while everything around is redrawn. */
export class Composer {
  /** `onSay(text)`; `onBegin()` starts or unblocks the bot. */
  constructor(onSay, onBegin) {
    this.onSay = onSay;
    this.onBegin = onBegin;
    this.chips = el("div", { class: "chips", role: "group", "aria-label": t("commands") });
    this.input = el("input", { class: "line", autocomplete: "off", enterkeyhint: "send", maxlength: "4096" });
    const send = el("button", { class: "send", "aria-label": t("send"), title: t("send") }, icon("send"));
    this.form = el("form", { class: "write" }, this.input, send);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      this.input.value = "";
      if (text) this.onSay(text);
    });
    this.begin = el("div", { class: "begin" });
    this.root = el("footer", { class: "composer" }, this.chips, this.form, this.begin);
  }

  /** `closed` is null where one can write; else `{ text, label }` of the button to press first. */
  update({ name, menu, closed }) {
    this.chips.hidden = closed !== null || !menu.length;
    this.form.hidden = closed !== null;
    this.begin.hidden = closed === null;
    this.input.placeholder = t("writeAs", { name });
    this.input.setAttribute("aria-label", t("writeAs", { name }));
    redraw(this.chips, menu, () => menu.map((command) => this.chip(command)));
    redraw(this.begin, closed, () => closed && [el("p", {}, closed.text), this.beginButton(closed.label)]);
  }

  chip({ command, description }) {
    const say = () => this.onSay(`/${command}`);
    return el("button", { type: "button", class: "chip", title: description, "data-key": command, on: { click: say } }, `/${command}`);
  }

  beginButton(label) {
    return label && el("button", { type: "button", class: "primary", "data-key": "begin", on: { click: this.onBegin } }, label);
  }
}
