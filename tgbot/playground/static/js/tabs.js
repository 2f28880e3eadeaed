/** The strip of phones at the top: who is there, what is new, who must answer. On a narrow screen it shows one phone. */

import { avatar, el, icon, redraw } from "./dom.js";
import { recall, remember } from "./settings.js";
import { list, t } from "./strings.js";

const SEEN_SHARE = 0.5;

export const phones = new Map();
export const strip = el("nav", { class: "tabs", "aria-label": t("phones") });
export const hint = el("p", { class: "hint", role: "status" });

const read = new Map(Object.entries(recall("read", {})));
const visible = new Set();
let active = recall("active", null);
let awaited = null;

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, intersectionRatio } of entries) {
      if (intersectionRatio >= SEEN_SHARE) visible.add(target.id);
      else visible.delete(target.id);
    }
    updateTabs();
  },
  { threshold: [0, SEEN_SHARE] },
);

export function watch(phone) {
  watcher.observe(phone.root);
}

/** Bring a phone into view, and one of its messages if given; before the phone is there, as soon as it is. */
export function show(chatId, messageId = null) {
  const phone = phones.get(chatId);
  if (!phone) {
    awaited = chatId;
    return;
  }
  activate(chatId);
  phone.root.scrollIntoView({ block: "nearest", inline: "center", behavior: "smooth" });
  phone.root.focus({ preventScroll: true });
  strip.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  phone.log.settle();
  if (messageId !== null) phone.log.reveal(messageId);
}

/** The phone that is shown where there is room for one, and whose messages screen readers announce. */
export function activate(chatId) {
  active = chatId;
  remember("active", chatId);
  updateTabs();
}

/** Draw the strip and the hint anew. */
export function updateTabs() {
  if (awaited !== null && phones.has(awaited)) {
    const chatId = awaited;
    awaited = null;
    return show(chatId);
  }
  if (!phones.has(active)) active = [...phones.keys()][0] ?? null;
  for (const phone of phones.values()) {
    phone.root.classList.toggle("active", phone.id === active);
    phone.log.scroller.setAttribute("aria-live", phone.id === active ? "polite" : "off");
    if (visible.has(phone.root.id) && !document.hidden) markRead(phone);
  }
  const tabs = [...phones.values()].map(summary);
  redraw(strip, tabs, () => tabs.map(drawTab));
  const waiting = tabs.filter((tab) => tab.waits).map((tab) => tab.name);
  const names = list(waiting);
  redraw(hint, names, () => [names ? t("waitingFor", { names }) : t("nobodyWaits")]);
  hint.classList.toggle("idle", !names);
  document.title = (waiting.length ? `(${waiting.length}) ` : "") + t("title");
}

function summary(phone) {
  return { id: phone.id, name: phone.name, isPrivate: phone.chat.isPrivate, waits: phone.waits, unread: unread(phone), active: phone.id === active };
}

function drawTab({ id, name, isPrivate, waits, unread: count, active: current }) {
  const label = waits ? t("tabWaits", { name }) : count ? t("tabUnread", { name, count }) : name;
  const props = { type: "button", class: `tab ${waits ? "waits" : ""}`, "data-key": String(id), "aria-label": label };
  const badge = waits ? "!" : count ? (count > 99 ? "99+" : String(count)) : "";
  return el(
    "button",
    { ...props, "aria-current": current ? "true" : null, on: { click: () => show(id) } },
    isPrivate ? avatar(name, id) : el("span", { class: "avatar plate" }, icon("group")),
    el("bdi", { class: "tab-name" }, name),
    badge && el("span", { class: "badge", "aria-hidden": "true" }, badge),
  );
}

function unread(phone) {
  const after = read.get(String(phone.id)) ?? 0;
  return phone.chat.messages.filter((message) => message.message_id > after && message.sender_id !== phone.actor && !message.service).length;
}

function markRead(phone) {
  const newest = phone.chat.messages.at(-1)?.message_id ?? 0;
  if ((read.get(String(phone.id)) ?? 0) >= newest) return;
  read.set(String(phone.id), newest);
  remember("read", Object.fromEntries(read));
}
