/** The page: draws a phone for every chat and keeps them in step with the world. */

import { act, LostConnection } from "./api.js";
import { makeBar, setLive } from "./bar.js";
import { el } from "./dom.js";
import { follow } from "./feed.js";
import { Phone } from "./phone.js";
import { listen, loadAll, loadMenus, loadRoster, refresh, store } from "./store.js";
import { t } from "./strings.js";
import { activate, phones, updateTabs, watch } from "./tabs.js";

const row = el("main", { class: "phones" });

/** A phone for every chat, in the order of the store. */
function arrange() {
  for (const [id, phone] of phones) {
    if (store.chats.has(id)) continue;
    phone.root.remove();
    phones.delete(id);
  }
  let place = row.firstChild;
  for (const id of store.chats.keys()) {
    const phone = phones.get(id) ?? makePhone(id);
    if (phone.root !== place) row.insertBefore(phone.root, place);
    else place = place.nextSibling;
  }
  sortTabs();
  for (const phone of phones.values()) phone.update();
}

function makePhone(id) {
  const phone = new Phone(id);
  phones.set(id, phone);
  for (const event of ["pointerdown", "focusin"]) phone.root.addEventListener(event, () => activate(id));
  watch(phone);
  return phone;
}

function sortTabs() {
  const inOrder = [...store.chats.keys()].map((id) => [id, phones.get(id)]);
  phones.clear();
  for (const [id, phone] of inOrder) phones.set(id, phone);
}

function onUpdate(chatId) {
  if (chatId === null) arrange();
  else phones.get(chatId)?.update();
  updateTabs();
}

async function onChange(change) {
  const { kind, chat_id: chatId } = change;
  if (kind === "answer") return showAnswer(change);
  if (kind === "commands") return loadMenus();
  if (["user", "chat", "member"].includes(kind)) {
    await loadRoster();
    if (chatId) await refresh(chatId);
    return;
  }
  if (kind === "tap" || kind === "action") return;
  if (!store.chats.has(chatId)) await loadRoster();
  await refresh(chatId);
  // Topics, titles and members change along with a service message.
  if (kind === "message" && store.chats.get(chatId)?.messages.at(-1)?.service) await loadRoster();
}

async function showAnswer({ seq, chat_id: chatId, message_id: messageId, user_id: userId }) {
  const alerts = await act("alerts", { user_id: userId, since: seq - 1 });
  phones.get(chatId)?.answered(messageId, alerts.find((alert) => alert.seq === seq));
}

/** Wait for something that may fail because the connection was lost: all is loaded anew when it is back. */
async function whileLive(work) {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof LostConnection)) throw error;
    setLive(false);
  }
}

async function main() {
  document.title = t("title");
  document.body.append(makeBar(), row);
  listen(onUpdate);
  document.addEventListener("visibilitychange", updateTabs);
  const { seq } = await act("summary");
  await loadAll();
  document.body.dataset.ready = "true";
  follow(
    seq,
    (change) => whileLive(onChange(change)),
    (live) => {
      setLive(live);
      if (live) whileLive(loadAll());
    },
  );
}

main();
