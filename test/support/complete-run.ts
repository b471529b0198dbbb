/** Whether everything runs, also what takes long: `npm run test:all`, or a file that was named. */
export const IS_COMPLETE = process.env["PARAPET_TEST_LONG"] === "1";
