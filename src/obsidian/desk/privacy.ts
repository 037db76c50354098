/** Whether an address of a model server is this very computer, so that nothing leaves it. */
export function isThisComputer(address: string): boolean {
  try {
    const { hostname } = new URL(address);
    return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3}|(?:.{1,200}\.)?localhost)$/i.test(hostname);
  } catch {
    return false;
  }
}
