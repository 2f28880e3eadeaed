/** Every text of the page that a person reads. A text with plural forms is an object by Intl.PluralRules category. */

const STRINGS = {
  title: "BANG! by message: playground",
  brand: "BANG! by message",
  brandNote: "playground",
  phones: "Phones",
  live: "Live",
  reconnecting: "Reconnecting…",
  noConnection: "The playground does not answer. Is `bang play` running?",
  add: "Add",
  addPerson: "New person",
  addGroup: "New group",
  addTopic: "New topic",
  cancel: "Cancel",
  ok: "OK",
  themeAuto: "Colours: as the system",
  themeLight: "Colours: light",
  themeDark: "Colours: dark",
  nameOfPerson: "Name",
  nameOfGroup: "Name of the group",
  withTopics: "With topics",
  nameOfTopic: "Name of the topic",
  whichGroup: "Which group?",
  nobodyWaits: "Nobody has to answer now",
  waitingFor: "Waiting for {names}",
  waits: "must answer",
  waitsHere: "Your answer is awaited",
  privateChat: "private chat with {bot}",
  groupOf: { one: "{count} person and {bot}", other: "{count} people and {bot}" },
  groupWithoutBot: { one: "{count} person", other: "{count} people" },
  privatePhone: "{name}’s phone: private chat with {bot}",
  groupPhone: "Group {title}",
  tabUnread: { one: "{name}, {count} new message", other: "{name}, {count} new messages" },
  tabWaits: "{name}, must answer",
  actAs: "You act as",
  topicGeneral: "General",
  topics: "Topics",
  more: "More about {name}",
  block: "Block the bot",
  leaveGroup: "{name} leaves the group",
  joinGroup: "{name} comes back",
  kickBot: "Remove the bot",
  addBot: "Add the bot",
  upgradeGroup: "Make it a supergroup",
  closeTopic: "Close this topic",
  reopenTopic: "Reopen this topic",
  notStarted: "{name} has not opened the bot yet.",
  start: "Start",
  blocked: "{name} has blocked the bot.",
  unblock: "Unblock",
  groupEmpty: "Nothing has been said here yet. Try /newgame.",
  notInside: "{name} is not in this group.",
  pinned: "Pinned",
  goToPinned: "Go to the pinned message: {text}",
  messages: "Messages",
  earlier: "Earlier messages",
  newBelow: { one: "{count} new message", other: "{count} new messages" },
  toEnd: "To the newest message",
  edited: "edited",
  photo: "Photo",
  file: "File",
  reveal: "Show the hidden text",
  votes: { one: "{count} vote", other: "{count} votes" },
  message: "Message",
  writeAs: "Write as {name}",
  commands: "Commands",
  send: "Send",
  copied: "Copied",
  linkOutside: "{url} cannot be opened here",
  bot: "Saloon",
};

const plurals = new Intl.PluralRules("en");

/** The text called `key`, with {placeholders} filled from `values`; `values.count` chooses the plural form. */
export function t(key, values = {}) {
  const found = STRINGS[key];
  if (found === undefined) throw new Error(`no text called ${key}`);
  const text = typeof found === "string" ? found : (found[plurals.select(values.count)] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** Names as a sentence lists them: "Ann, Bob and Carla". */
export const list = (names) => new Intl.ListFormat("en").format(names);
