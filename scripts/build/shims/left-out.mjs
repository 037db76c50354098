/** Stands where a library's code was: whoever gets here finds out at once. */
export const leftOut = (name) => () => {
  throw new Error(`${name} is left out of this build.`);
};

/** The same for methods. `holder` is the class or its prototype, `names` stand between blanks. */
export const leaveOut = (holder, type, names) => {
  for (const name of names.split(' ')) holder[name] = leftOut(`${type}.${name}`);
};
