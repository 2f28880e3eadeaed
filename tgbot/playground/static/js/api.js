/** Acting in the emulated world: POST /world/<action>. */

import { t } from "./strings.js";

/** The playground does not answer: it was stopped, or is being started again. */
export class LostConnection extends Error {}

/** What the world answered; an Error with its reason if it refused. */
export async function act(action, args = {}) {
  const response = await post(action, args);
  const result = await response.json();
  if (!response.ok) throw new Error(result.error);
  return result;
}

async function post(action, args) {
  const headers = { "content-type": "application/json" };
  try {
    return await fetch(`/world/${action}`, { method: "POST", headers, body: JSON.stringify(args) });
  } catch {
    throw new LostConnection(t("noConnection"));
  }
}
