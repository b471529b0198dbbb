import { deviceOf } from "../../device.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

const ADDRESSES = 40;

/** One account is guessed for hours, each time from another address, until a password works. */
export const rotatingGuesses: Attack = {
  kind: "rotating guesses",
  hours: 14,
  isSlow: true,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const places = Array.from({ length: ADDRESSES }, scene.abroad);
    const attempt = { account: person, device: deviceOf("script"), app: appOf("Azure CLI"), factor: "none" as const };
    const guesses = random.int(70, 110);
    const placeOf = (index: number) => places[index % ADDRESSES] ?? scene.abroad();
    return {
      subjects: [user(person)],
      types: ["account_compromise"],
      rows: [
        ...Array.from({ length: guesses }, (_, index) =>
          signinRow({
            ...attempt,
            place: placeOf(index),
            at: at(index * 7 + 2 * random.next()),
            failure: FAILURES.wrongPassword,
          }),
        ),
        signinRow({ ...attempt, place: placeOf(guesses), at: at(guesses * 7), session: scene.id("session") }),
        signinRow({ ...attempt, place: placeOf(guesses), at: at(guesses * 7 + 6), app: appOf("Azure Portal") }),
      ],
    };
  },
};
