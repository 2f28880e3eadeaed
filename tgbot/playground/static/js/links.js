/** Links as Telegram's clients open them: those of the bot in its private chat, others in a new tab. */

import { act } from "./api.js";
import { ask, notify } from "./dialogs.js";
import { store } from "./store.js";
import { t } from "./strings.js";
import { show } from "./tabs.js";

const OWN_HOSTS = ["t.me", "telegram.me"];

/** Follow a link as this person, from the chat in which it was tapped. */
export async function followLink(userId, url, chatId) {
  const target = parse(url);
  if (!target) return notify(chatId, t("linkOutside", { url }));
  if (!OWN_HOSTS.includes(target.hostname)) return void window.open(target.href, "_blank", "noopener");
  if (target.pathname.startsWith("/c/")) return showMessage(target.pathname);
  try {
    if (target.searchParams.has("startgroup")) await openInGroup(userId, url);
    else {
      await act("open_link", { user_id: userId, url });
      show(userId);
    }
  } catch (error) {
    notify(chatId, error.message);
  }
}

function parse(url) {
  try {
    const target = new URL(url.includes(":") ? url : `https://${url}`);
    return ["http:", "https:"].includes(target.protocol) ? target : null;
  } catch {
    return null;
  }
}

/** t.me/c/<group without -100>[/<topic>]/<message> */
function showMessage(path) {
  const [, , group, ...numbers] = path.split("/");
  show(Number(`-100${group}`), Number(numbers.at(-1)));
}

async function openInGroup(userId, url) {
  const groups = [...store.chats.values()].filter((chat) => !chat.isPrivate);
  const options = groups.map((chat) => ({ value: String(chat.id), label: chat.card.title }));
  const answer = await ask(t("whichGroup"), [{ name: "group", label: t("whichGroup"), options }]);
  if (!answer) return;
  const chatId = Number(answer.group);
  await act("open_link", { user_id: userId, url, chat_id: chatId });
  show(chatId);
}
