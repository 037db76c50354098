/** Stands where a library's code was: whoever gets here finds out at once. */
export const leftOut = (name) => () => {
  throw new Error(`${name} is left out of this build.`);
};
