/** One message as a client draws it: words, pictures, polls and buttons. */

import { el, icon } from "./dom.js";
import { formatted } from "./entities.js";
import { t } from "./strings.js";

/**
 * The element of a message. `context` has `mine` (written by whom the phone is), `named` (show who wrote it), `hue`,
 * `pending` (data of the button that was tapped and not answered yet), `reply` (the message it answers), and the
 * handlers onLink, onCommand, onTap(button), onVote(option).
 */
export function drawMessage(message, context) {
  if (message.service) return el("p", { class: "service", "data-id": message.message_id }, message.service_text);
  const side = context.mine ? "mine" : "theirs";
  return el(
    "article",
    { class: `message ${side} ${context.named ? "named" : "joined"}`, "data-id": message.message_id },
    el("div", { class: "bubble" }, head(message, context), quote(context.reply), media(message), words(message, context), poll(message, context), foot(message)),
    keyboard(message, context),
    reactions(message),
  );
}

function head(message, { named, hue }) {
  if (!named) return null;
  const tag = message.sender_tag ? el("span", { class: "tag" }, message.sender_tag) : null;
  return el("p", { class: `sender hue-${hue}` }, el("bdi", {}, message.sender), tag);
}

function quote(reply) {
  return reply ? el("p", { class: "reply" }, el("strong", {}, reply.sender), " ", firstLine(reply)) : null;
}

/** What a message says, on one line. */
export function firstLine(message) {
  return message.text.replace(/\s+/g, " ").trim() || (message.photo ? t("photo") : message.service_text);
}

function media(message) {
  const picture = message.photo ?? message.sticker ?? message.animation;
  if (picture) return el("img", { src: `/world/files/${picture}`, alt: t("photo"), class: message.sticker ? "sticker" : "photo" });
  if (!message.document) return null;
  return el("a", { href: `/world/files/${message.document}`, download: message.document, class: "file" }, t("file"));
}

function words(message, context) {
  return message.text ? el("div", { class: "words", dir: "auto" }, formatted(message.text, message.entities, context)) : null;
}

function poll({ poll: found }, { onVote }) {
  if (!found) return null;
  const options = found.options.map((option, number) =>
    el(
      "button",
      { type: "button", class: "option", disabled: found.is_closed, "data-key": `vote-${number}`, on: { click: () => onVote(number) } },
      el("span", {}, option.text),
      el("span", { class: "count" }, t("votes", { count: option.voter_count })),
    ),
  );
  return el("div", { class: "poll" }, el("strong", {}, found.question), options);
}

function foot(message) {
  const when = new Date(message.date * 1000);
  const clock = when.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return el(
    "p",
    { class: "foot" },
    message.pinned && icon("pin"),
    message.edited && el("span", {}, t("edited"), " "),
    el("time", { datetime: when.toISOString(), title: when.toLocaleString("en") }, clock),
  );
}

function keyboard(message, context) {
  if (!message.buttons.length) return null;
  const rows = message.buttons.map((row, y) =>
    el("div", { class: "row" }, row.map((button, x) => key(button, `${message.message_id}-${y}-${x}`, context))),
  );
  return el("div", { class: "keyboard" }, rows);
}

function key(button, name, { pending, onTap }) {
  const busy = button.data !== null && button.data === pending;
  const extra = button.url ? icon("link") : button.copy_text ? icon("copy") : null;
  return el(
    "button",
    {
      type: "button",
      class: `key ${button.style ?? ""}`,
      "data-key": name,
      "aria-busy": busy ? "true" : null,
      on: { click: () => onTap(button) },
    },
    el("span", { dir: "auto" }, button.text),
    extra,
  );
}

function reactions(message) {
  return message.reactions.length ? el("p", { class: "reactions" }, message.reactions.join(" ")) : null;
}
