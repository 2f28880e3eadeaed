/** The list of messages on a phone: kept in step with the store, changed ones flash, the end stays in view. */

import { el, icon, keepFocus } from "./dom.js";
import { drawMessage } from "./message.js";
import { t } from "./strings.js";

const NEAR_END = 60;
const JOIN_SECONDS = 300;

export class Log {
  /** `context(message)` adds to a message what drawMessage needs; `onEarlier()` asks for older messages. */
  constructor(label, context, onEarlier) {
    this.context = context;
    this.drawn = new Map();
    this.sticks = true;
    this.fresh = 0;
    this.earlier = el("button", { type: "button", class: "earlier", hidden: true, on: { click: onEarlier } }, t("earlier"));
    this.list = el("div", { class: "log-list" });
    this.scroller = el("div", { class: "log", role: "log", "aria-label": label, "aria-live": "off", tabindex: "0" }, this.earlier, this.list);
    this.jump = el("button", { type: "button", class: "jump", hidden: true, on: { click: () => this.toEnd() } });
    this.root = el("div", { class: "log-frame" }, this.scroller, this.jump);
    this.scroller.addEventListener("scroll", () => this.onScroll());
    new ResizeObserver(() => this.settle()).observe(this.scroller);
  }

  /** Show these messages, oldest first. */
  update(messages, hasEarlier) {
    const first = this.drawn.size === 0;
    this.earlier.hidden = !hasEarlier;
    keepFocus(this.list, () => this.patch(messages, first));
    this.settle();
  }

  patch(messages, first) {
    const gone = new Map(this.drawn);
    let newest = 0;
    for (const id of this.drawn.keys()) newest = Math.max(newest, id);
    let place = this.list.firstChild;
    messages.forEach((message, index) => {
      const joined = joins(messages[index - 1], message);
      const context = this.context(message, joined);
      const signature = JSON.stringify([message, context.mine, context.named, context.pending, context.reply?.text]);
      gone.delete(message.message_id);
      const known = this.drawn.get(message.message_id);
      const entry = known?.signature === signature ? known : this.draw(message, context, signature, known, first);
      if (known && place === known.node) place = entry.node;
      if (entry.node !== place) this.list.insertBefore(entry.node, place);
      else place = place.nextSibling;
      if (!first && !known && message.message_id > newest && !context.mine && !this.sticks) this.fresh += 1;
    });
    for (const [id, entry] of gone) {
      entry.node.remove();
      this.drawn.delete(id);
    }
  }

  draw(message, context, signature, known, first) {
    const node = drawMessage(message, context);
    const says = JSON.stringify([message.text, message.entities, message.buttons]);
    if (known) {
      known.node.replaceWith(node);
      if (known.says !== says) flash(node);
    } else if (!first) {
      node.classList.add("arrives");
    }
    const entry = { node, signature, says };
    this.drawn.set(message.message_id, entry);
    return entry;
  }

  /** Show a message and let it flash. */
  reveal(messageId) {
    const entry = this.drawn.get(messageId);
    if (!entry) return;
    this.sticks = false;
    entry.node.scrollIntoView({ block: "center", behavior: "instant" });
    flash(entry.node);
  }

  toEnd() {
    this.sticks = true;
    this.settle();
    this.scroller.focus({ preventScroll: true });
  }

  /** Stay at the end if the reader was there. */
  settle() {
    if (this.sticks) {
      this.scroller.scrollTop = this.scroller.scrollHeight;
      this.fresh = 0;
    }
    this.drawJump();
  }

  onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (!clientHeight) return;
    this.sticks = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (this.sticks) this.fresh = 0;
    this.drawJump();
  }

  drawJump() {
    this.jump.hidden = this.sticks;
    const label = this.fresh ? t("newBelow", { count: this.fresh }) : t("toEnd");
    if (this.jump.title !== label || !this.jump.firstChild) {
      this.jump.title = label;
      this.jump.setAttribute("aria-label", label);
      this.jump.replaceChildren(icon("down"), this.fresh ? String(this.fresh) : "");
    }
  }
}

function joins(before, message) {
  if (!before || before.service || message.service) return false;
  return before.sender_id === message.sender_id && message.date - before.date < JOIN_SECONDS;
}

function flash(node) {
  node.classList.remove("arrives");
  node.classList.add("flash");
  node.addEventListener("animationend", () => node.classList.remove("flash"), { once: true });
}
