// A short form of `npm run fuzz`.
import { equal, ok } from "../assert.mjs";
import { fuzz } from "../fuzz.mjs";

export const tests = {
  async "a thousand random calls work or are refused, and leave no trace"(library) {
    const { calls, worked, refused, faults } = await fuzz(library, 1000, 7);
    equal(faults, []);
    equal(calls, 1000);
    ok(
      worked > 100 && Object.keys(refused).length > 5,
      `${worked} calls worked; refused were ${JSON.stringify(refused)}`,
    );
  },
};
