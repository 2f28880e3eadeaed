/** What the page knows of the world: people, chats and the messages on their screens; and who listens to it. */

import { act } from "./api.js";

const STEP = 120;
// What the bot's data begins with where a tap answers a question of a game (tgbot/callback.py); menus begin otherwise.
const QUESTION = "g|";

/** One chat as a phone shows it. `viewer` is the person through whose eyes it is read. */
class ChatState {
  constructor(card, viewer) {
    this.card = card;
    this.viewer = viewer;
    this.messages = [];
    this.menu = [];
    this.limit = STEP;
    this.loaded = false;
  }

  get id() {
    return this.card.id;
  }

  get isPrivate() {
    return this.card.type === "private";
  }

  get people() {
    return this.card.people.filter((person) => store.users.has(person.user_id));
  }

  get bot() {
    return this.card.people.find((person) => !store.users.has(person.user_id)) ?? null;
  }

  get hasEarlier() {
    return this.messages.length >= this.limit;
  }

  showEarlier() {
    this.limit += STEP;
    return refresh(this.id);
  }
}

export const store = {
  users: new Map(),
  chats: new Map(),
};

const listeners = new Set();
const busy = new Map();

/** Call `listener(chatId)` after each change; chatId is null when people or the list of chats changed. */
export function listen(listener) {
  listeners.add(listener);
}

function tell(chatId) {
  for (const listener of listeners) listener(chatId);
}

/** Load everything: people, their chats, and what is on the screens. */
export async function loadAll() {
  await loadRoster();
  await Promise.all([...store.chats.keys()].map((id) => refresh(id)));
}

/** Load people and the list of chats. */
export async function loadRoster() {
  const users = await act("users");
  const cards = await Promise.all(users.map((user) => act("chats_of", { user_id: user.id })));
  store.users = new Map(users.map((user) => [user.id, user]));
  const found = new Map();
  users.forEach((user, index) => {
    for (const card of cards[index]) if (!found.has(card.id)) found.set(card.id, card);
  });
  const known = store.chats;
  store.chats = new Map();
  for (const card of [...found.values()].sort(byPlace)) store.chats.set(card.id, chatOf(known.get(card.id), card));
  await loadMenus();
  tell(null);
}

/** Groups first, oldest first; then people in the order in which they came. */
function byPlace(a, b) {
  return (a.type === "private") - (b.type === "private") || Math.abs(a.id) - Math.abs(b.id);
}

function chatOf(known, card) {
  const inside = card.people.filter((person) => store.users.has(person.user_id)).map((person) => person.user_id);
  const viewer = inside.includes(known?.viewer) ? known.viewer : inside[0];
  if (!known) return new ChatState(card, card.type === "private" ? card.id : viewer);
  known.card = card;
  if (card.type !== "private") known.viewer = viewer;
  return known;
}

/** Load the menus of commands that the bot has registered. */
export async function loadMenus() {
  const chats = [...store.chats.values()];
  await Promise.all(
    chats.map(async (chat) => {
      chat.menu = await act("menu", { user_id: chat.viewer, chat_id: chat.id });
    }),
  );
  tell(null);
}

/** Load what is on the screen of one chat; several calls at once become at most two requests. */
export async function refresh(chatId) {
  if (busy.has(chatId)) {
    busy.set(chatId, true);
    return;
  }
  do {
    busy.set(chatId, false);
    try {
      await readScreen(chatId);
    } catch (error) {
      busy.delete(chatId);
      throw error;
    }
  } while (busy.get(chatId));
  busy.delete(chatId);
}

async function readScreen(chatId) {
  const chat = store.chats.get(chatId);
  if (!chat) return;
  const args = { user_id: chat.viewer, chat_id: chatId, latest: chat.limit };
  chat.messages = await act("screen", args);
  chat.loaded = true;
  tell(chatId);
}

/** The open questions of a private chat: messages of the bot with buttons that answer a question of a game. */
export function openQuestions(chat) {
  if (!chat.isPrivate || store.users.get(chat.id)?.blocked) return [];
  const asks = (button) => button.data?.startsWith(QUESTION);
  return chat.messages.filter((message) => message.sender_id !== chat.id && message.buttons.some((row) => row.some(asks)));
}
