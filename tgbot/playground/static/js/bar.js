/** The bar at the top: what this is, the strip of phones, additions, colours and whether the page is live. */

import { act } from "./api.js";
import { ask, face, menu } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { recall, remember } from "./settings.js";
import { store } from "./store.js";
import { t } from "./strings.js";
import { hint, show, strip } from "./tabs.js";

const THEMES = { auto: ["themeAuto", "auto"], light: ["themeLight", "sun"], dark: ["themeDark", "moon"] };

const status = el("p", { class: "status", role: "status" });

/** Say whether the page follows the world at the moment. */
export function setLive(live) {
  status.classList.toggle("lost", !live);
  status.replaceChildren(el("span", {}, t(live ? "live" : "reconnecting")));
}

/** The bar's element. */
export function makeBar() {
  const mark = el("img", { src: "icon.svg", alt: "", width: "32", height: "32" });
  const brand = el("h1", { class: "brand" }, mark, el("span", {}, t("brand"), el("small", {}, t("brandNote"))));
  const additions = () => [
    [t("addPerson"), addPerson],
    [t("addGroup"), addGroup],
  ];
  const add = menu(t("add"), face("plus", t("add")), additions);
  add.classList.add("add");
  return el("header", { class: "bar" }, brand, strip, hint, el("div", { class: "tools" }, status, add, themeButton()));
}

function themeButton() {
  const button = el("button", { type: "button", class: "theme" });
  let theme = recall("theme", "auto");
  const apply = () => {
    const [label, picture] = THEMES[theme] ?? THEMES.auto;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.replaceChildren(icon(picture));
    button.title = t(label);
    button.setAttribute("aria-label", t(label));
  };
  button.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    theme = names[(names.indexOf(theme) + 1) % names.length];
    remember("theme", theme);
    apply();
  });
  apply();
  return button;
}

async function addPerson() {
  const answer = await ask(t("addPerson"), [{ name: "person", label: t("nameOfPerson") }]);
  if (!answer) return;
  const user = await act("add_user", { first_name: answer.person });
  const groups = [...store.chats.values()].filter((chat) => !chat.isPrivate);
  if (groups.length) await act("join", { user_id: user.id, chat_id: groups[0].id });
  show(user.id);
}

async function addGroup() {
  const fields = [
    { name: "title", label: t("nameOfGroup") },
    { name: "forum", label: t("withTopics"), check: true },
  ];
  const answer = await ask(t("addGroup"), fields);
  if (!answer) return;
  const members = [...store.users.keys()];
  const group = { title: answer.title, members, forum: Boolean(answer.forum), bot: "administrator" };
  show((await act("add_group", group)).id);
}
