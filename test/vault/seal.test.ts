import { createSealer, isSealed } from '../../src/vault';

it('both ways to seal a text give the same seal', async () => {
  const seal = await createSealer('ab'.repeat(32));
  for (const text of ['', 'plain', 'Größe 😀', 'x'.repeat(100_000)]) {
    expect(isSealed(text, await seal(text), 'ab'.repeat(32))).toBe(true);
    expect(isSealed(`${text}.`, await seal(text), 'ab'.repeat(32))).toBe(false);
  }
});
