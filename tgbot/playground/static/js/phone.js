/** One phone: a chat, and the person who holds it. In a group one chooses as whom to act. */

import { act } from "./api.js";
import { Composer } from "./composer.js";
import { alertOn, ask, face, menu, notify } from "./dialogs.js";
import { avatar, el, icon, redraw } from "./dom.js";
import { followLink } from "./links.js";
import { Log } from "./log.js";
import { firstLine } from "./message.js";
import { recall, remember } from "./settings.js";
import { loadMenus, loadRoster, openQuestions, refresh, store } from "./store.js";
import { t } from "./strings.js";

const GIVE_UP_MS = 20_000;

export class Phone {
  constructor(chatId) {
    this.id = chatId;
    this.topic = null;
    this.pending = new Map();
    this.chosen = recall(`actor.${chatId}`, null);
    this.log = new Log(t("messages"), (message, joined) => this.contextOf(message, joined), () => this.chat.showEarlier());
    this.composer = new Composer((text) => this.say(text), () => this.begin());
    this.title = el("div", { class: "phone-title" });
    this.actors = el("div", { class: "actors" });
    this.topics = el("div", { class: "topics" });
    this.pin = el("button", { type: "button", class: "pinbar", on: { click: () => this.showPinned() } });
    this.ribbon = el("p", { class: "ribbon" }, t("waitsHere"));
    const more = menu(t("more", { name: this.name }), face("more"), () => this.actions());
    this.root = el(
      "section",
      { class: `phone ${this.chat.isPrivate ? "private" : "group"}`, id: `phone-${chatId}`, tabindex: "-1" },
      el("header", { class: "phone-head" }, this.title, more),
      this.actors,
      this.topics,
      this.pin,
      this.log.root,
      this.ribbon,
      this.composer.root,
      el("div", { class: "toasts", role: "status" }),
    );
  }

  get chat() {
    return store.chats.get(this.id);
  }

  get name() {
    return this.chat.isPrivate ? store.users.get(this.id).first_name : this.chat.card.title;
  }

  get botName() {
    return this.chat.bot?.name ?? (this.chat.isPrivate ? this.chat.card.title : t("bot"));
  }

  /** The person who acts here. */
  get actor() {
    if (this.chat.isPrivate) return this.id;
    const inside = this.chat.people.map((person) => person.user_id);
    return inside.includes(this.chosen) ? this.chosen : inside[0];
  }

  get waits() {
    return openQuestions(this.chat).length > 0;
  }

  /** The messages of the topic in view. */
  get messages() {
    const { card, messages } = this.chat;
    return card.is_forum ? messages.filter((message) => message.thread_id === this.topic) : messages;
  }

  // -- drawing ------------------------------------------------------------------------------------------------------

  update() {
    const { chat } = this;
    chat.viewer = this.actor;
    const key = chat.isPrivate ? "privatePhone" : "groupPhone";
    this.root.setAttribute("aria-label", t(key, { name: this.name, bot: this.botName, title: this.name }));
    this.root.classList.toggle("waits", this.waits);
    this.ribbon.hidden = !this.waits;
    redraw(this.title, [chat.card.title, this.name, this.subtitle()], () => this.drawTitle());
    this.drawActors();
    this.drawTopics();
    this.drawPin();
    this.log.update(this.messages, chat.hasEarlier);
    this.composer.update({ name: store.users.get(this.actor)?.first_name ?? "", menu: chat.menu, closed: this.closed() });
  }

  drawTitle() {
    const face = this.chat.isPrivate ? avatar(this.name, this.id) : el("span", { class: "avatar plate" }, icon("group"));
    return [face, el("div", {}, el("h2", {}, el("bdi", {}, this.name)), el("p", {}, this.subtitle()))];
  }

  subtitle() {
    if (this.chat.isPrivate) return t("privateChat", { bot: this.botName });
    const count = this.chat.people.length;
    return this.chat.bot ? t("groupOf", { count, bot: this.botName }) : t("groupWithoutBot", { count });
  }

  drawActors() {
    this.actors.hidden = this.chat.isPrivate;
    if (this.chat.isPrivate) return;
    redraw(this.actors, [this.chat.people, this.actor], () => [
      el("span", { class: "actors-label", id: `actors-${this.id}` }, t("actAs")),
      el("div", { class: "actors-list", role: "group", "aria-labelledby": `actors-${this.id}` }, this.chat.people.map((person) => this.actorButton(person))),
    ]);
  }

  actorButton({ user_id: id, name }) {
    const props = { type: "button", class: "actor", title: name, "aria-label": name, "aria-pressed": String(id === this.actor) };
    const first = store.users.get(id).first_name;
    return el("button", { ...props, "data-key": `actor-${id}`, on: { click: () => this.actAs(id) } }, avatar(name, id), el("bdi", {}, first));
  }

  drawTopics() {
    const { card } = this.chat;
    this.topics.hidden = !card.is_forum;
    if (!card.is_forum) return;
    if (!card.topics.some((topic) => topic.id === this.topic)) this.topic = null;
    redraw(this.topics, [card.topics, this.topic], () => [
      el("div", { class: "topics-list", role: "group", "aria-label": t("topics") }, [{ id: null, name: t("topicGeneral") }, ...card.topics].map((topic) => this.topicButton(topic))),
      el("button", { type: "button", class: "add-topic", "aria-label": t("addTopic"), title: t("addTopic"), on: { click: () => this.addTopic() } }, icon("plus")),
    ]);
  }

  topicButton({ id, name, closed }) {
    const choose = () => {
      this.topic = id;
      this.log.sticks = true;
      this.update();
    };
    const props = { type: "button", class: `topic ${closed ? "closed" : ""}`, "aria-pressed": String(id === this.topic) };
    return el("button", { ...props, "data-key": `topic-${id}`, on: { click: choose } }, name);
  }

  drawPin() {
    const message = this.pinned;
    this.pin.hidden = !message;
    if (!message) return;
    const text = firstLine(message);
    redraw(this.pin, text, () => [icon("pin"), el("span", {}, el("strong", {}, t("pinned")), " ", text)]);
    this.pin.setAttribute("aria-label", t("goToPinned", { text }));
  }

  get pinned() {
    return this.messages.filter((message) => message.pinned).at(-1);
  }

  showPinned() {
    this.log.reveal(this.pinned.message_id);
  }

  contextOf(message, joined) {
    const mine = message.sender_id === this.actor;
    return {
      mine,
      named: !joined && !mine && !this.chat.isPrivate,
      hue: store.users.has(message.sender_id) ? message.sender_id % 8 : "bot",
      pending: this.pending.get(message.message_id) ?? null,
      reply: this.chat.messages.find((other) => other.message_id === message.reply_to),
      onLink: (url) => followLink(this.actor, url, this.id),
      onCommand: (text) => this.say(text),
      onTap: (button) => this.tap(message, button),
      onVote: (option) => this.try("vote", { chat_id: this.id, message_id: message.message_id, options: [option] }),
    };
  }

  /** Why one cannot write here yet, and the button that changes it. */
  closed() {
    const user = store.users.get(this.id);
    if (!user || (user.started && !user.blocked)) return null;
    if (user.blocked) return { text: t("blocked", { name: this.name }), label: t("unblock") };
    return { text: t("notStarted", { name: this.name }), label: t("start") };
  }

  // -- acting -------------------------------------------------------------------------------------------------------

  /** Do something as the person who acts here; a refusal is shown on this phone. */
  async try(action, args) {
    try {
      return await act(action, { user_id: this.actor, ...args });
    } catch (error) {
      notify(this.id, error.message);
      return undefined;
    }
  }

  async actAs(userId) {
    this.chosen = userId;
    remember(`actor.${this.id}`, userId);
    this.chat.viewer = userId;
    this.update();
    await Promise.all([refresh(this.id), loadMenus()]);
  }

  say(text) {
    this.log.sticks = true;
    return this.try("say", { chat_id: this.id, text, topic: this.topic });
  }

  begin() {
    return this.try(store.users.get(this.id).blocked ? "unblock" : "start", {});
  }

  async tap(message, button) {
    if (button.url) return followLink(this.actor, button.url, this.id);
    if (button.copy_text) return this.copy(button.copy_text);
    this.setPending(message.message_id, button.data);
    const query = await this.try("tap", { chat_id: this.id, message_id: message.message_id, button: button.data });
    if (query) setTimeout(() => this.setPending(message.message_id, null), GIVE_UP_MS);
    else this.setPending(message.message_id, null);
  }

  async copy(text) {
    await navigator.clipboard.writeText(text);
    notify(this.id, t("copied"));
  }

  setPending(messageId, data) {
    if ((this.pending.get(messageId) ?? null) === data) return;
    if (data === null) this.pending.delete(messageId);
    else this.pending.set(messageId, data);
    this.log.update(this.messages, this.chat.hasEarlier);
  }

  /** The bot has answered a tap: stop the clock, show what it says. */
  answered(messageId, alert) {
    this.setPending(messageId, null);
    if (!alert) return;
    const who = alert.user_id === this.actor ? "" : `${store.users.get(alert.user_id).first_name}: `;
    if (alert.url) followLink(alert.user_id, alert.url, this.id);
    else if (alert.show_alert) alertOn(this.id, who + alert.text);
    else notify(this.id, who + alert.text);
  }

  // -- the menu of a phone ------------------------------------------------------------------------------------------

  actions() {
    if (!this.chat.isPrivate) return this.groupActions();
    return [this.closed() ? [this.closed().label, () => this.begin()] : [t("block"), () => this.try("block", {})]];
  }

  groupActions() {
    const { card, people, bot } = this.chat;
    const chat_id = this.id;
    const inside = new Set(people.map((person) => person.user_id));
    const outside = [...store.users.values()].filter((user) => !inside.has(user.id));
    const name = store.users.get(this.actor).first_name;
    const rejoin = ({ id, first_name }) => [t("joinGroup", { name: first_name }), () => this.try("join", { user_id: id, chat_id })];
    return [
      ...this.topicActions(),
      [t("leaveGroup", { name }), () => this.try("leave", { chat_id })],
      ...outside.map(rejoin),
      bot
        ? [t("kickBot"), () => act("kick", { by: this.actor, chat_id, user_id: bot.user_id })]
        : [t("addBot"), () => act("add_bot", { by: this.actor, chat_id, admin: true })],
      ...(card.type === "group" ? [[t("upgradeGroup"), () => act("migrate", { chat_id })]] : []),
    ];
  }

  topicActions() {
    const { is_forum: isForum, topics } = this.chat.card;
    if (!isForum) return [];
    const topic = topics.find((found) => found.id === this.topic);
    const turn = topic?.closed ? ["reopenTopic", "reopen_topic"] : ["closeTopic", "close_topic"];
    const change = [t(turn[0]), () => this.try(turn[1], { chat_id: this.id, topic: this.topic })];
    return [[t("addTopic"), () => this.addTopic()], ...(topic ? [change] : [])];
  }

  async addTopic() {
    const answer = await ask(t("addTopic"), [{ name: "topic", label: t("nameOfTopic") }]);
    const topic = answer && (await this.try("create_topic", { chat_id: this.id, name: answer.topic }));
    if (!topic) return;
    await loadRoster();
    this.topic = topic.id;
    this.update();
  }
}
