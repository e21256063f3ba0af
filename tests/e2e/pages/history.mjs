import { history } from "../history.mjs";

export const forms = ["module"];

export const tests = {
  async "random steps on instances in turn give what plain JavaScript gives, and leave no memory"(library) {
    for (const seed of [1, 2, 3]) await history(library, 60, seed);
  },
};
