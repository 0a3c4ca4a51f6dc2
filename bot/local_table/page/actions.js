// What people do with the bot, and what the page does with the answer.

import { post, Refused } from "./api.js";
import { openModal } from "./modal.js";
import { emit } from "./store.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

// Runs an act; a form opens, a failure is told to `failed`, a refusal becomes a note. Returns the answer or null.
async function run(act, body, failed) {
  try {
    const answer = await post(act, body);
    if (answer.kind === "modal") open(answer);
    if (answer.kind === "failed" || answer.kind === "timeout") failed();
    return answer;
  } catch (error) {
    toast(error instanceof Refused ? error.message : t("unreachable"), "bad");
    return null;
  }
}

// Shows a form that came as an answer.
function open(answer) {
  openModal(answer.modal, (values) => submit(answer.interaction, values));
}

export function press(message, component, values) {
  const body = { channel: message.channel_id, message: message.id, custom_id: component.custom_id };
  if (values) body.values = values;
  return run("press", body, () => emit("interaction-failed", message));
}

export function slash(command, options) {
  return run("slash", { command, options }, () => emit("no-answer", `/${command.join(" ")}`));
}

export function appCommand(name, target) {
  return run("apps", { name, ...target }, () => emit("no-answer", name));
}

// Sends a form; returns what keeps it from being sent, or null.
async function submit(interaction, values) {
  try {
    const answer = await post("submit", { interaction, values });
    if (answer.kind === "failed" || answer.kind === "timeout") return t("went_wrong");
    if (answer.kind === "modal") open(answer);
    return null;
  } catch (error) {
    return error instanceof Refused ? error.message : t("unreachable");
  }
}

export async function complete(command, option, options) {
  try {
    const answer = await post("autocomplete", { command, option, options });
    return answer.kind === "choices" ? answer.choices : null;
  } catch {
    return null;
  }
}
