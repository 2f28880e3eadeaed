/** Formatted text: a text and Telegram's entities (offsets in UTF-16, as JavaScript counts) become nodes. */

import { el } from "./dom.js";
import { t } from "./strings.js";

const PLAIN_TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
};

/**
 * The nodes of a text. `onLink(url)` is called for links, `onCommand(text)` for commands of the bot. Entities nest;
 * where they only overlap, the later one is cut.
 */
export function formatted(text, entities, { onLink, onCommand }) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return part(text, 0, text.length, sorted, { onLink, onCommand });
}

function part(text, from, to, entities, handlers) {
  const nodes = [];
  let at = from;
  let rest = entities;
  while (rest.length) {
    const [entity, ...later] = rest;
    const end = Math.min(entity.offset + entity.length, to);
    if (entity.offset < at || end <= entity.offset) {
      rest = later;
      continue;
    }
    if (entity.offset > at) nodes.push(text.slice(at, entity.offset));
    const inside = later.filter((other) => other.offset < end);
    nodes.push(wrap(entity, text.slice(entity.offset, end), part(text, entity.offset, end, inside, handlers), handlers));
    rest = later.filter((other) => other.offset >= end);
    at = end;
  }
  if (at < to) nodes.push(text.slice(at, to));
  return nodes;
}

function wrap(entity, text, children, { onLink, onCommand }) {
  const tag = PLAIN_TAGS[entity.type];
  if (tag) return el(tag, {}, children);
  switch (entity.type) {
    case "text_link":
      return link(children, () => onLink(entity.url), entity.url);
    case "url":
      return link(children, () => onLink(text), text);
    case "bot_command":
      return link(children, () => onCommand(text));
    case "spoiler":
      return spoiler(children);
    case "expandable_blockquote":
      return expandable(children);
    case "date_time":
      return moment(entity, children);
    case "mention":
    case "text_mention":
      return el("span", { class: "mention" }, children);
    default:
      return el("span", {}, children);
  }
}

function link(children, follow, title = null) {
  return el("button", { type: "button", class: "link", title, on: { click: follow } }, children);
}

function spoiler(children) {
  const button = el("button", { type: "button", class: "spoiler", "aria-label": t("reveal") }, el("span", {}, children));
  button.addEventListener("click", () => button.replaceWith(el("span", {}, children)), { once: true });
  return button;
}

function expandable(children) {
  const quote = el("blockquote", { class: "folded", tabindex: "0" }, children);
  const open = () => quote.classList.remove("folded");
  quote.addEventListener("click", open);
  quote.addEventListener("keydown", (event) => event.key === "Enter" && open());
  return quote;
}

/** A moment in the reader's own time zone, or how long it is till then if the bot asked for that. */
function moment(entity, children) {
  const when = new Date(entity.unix_time * 1000);
  const clock = when.toLocaleString("en", { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const shown = entity.date_time_format.includes("r") ? distance(when) : clock;
  return el("time", { datetime: when.toISOString(), title: when.toString() }, shown || children);
}

function distance(when) {
  const minutes = Math.round((when - Date.now()) / 60_000);
  const format = new Intl.RelativeTimeFormat("en");
  if (Math.abs(minutes) < 90) return format.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 36 ? format.format(hours, "hour") : format.format(Math.round(hours / 24), "day");
}
