import { createSealer, isSealed, unsealed, unsealedLong, withSeal, withSealLong } from '../../src/vault';

it('both ways to seal a text give the same seal', async () => {
  const seal = await createSealer('ab'.repeat(32));
  for (const text of ['', 'plain', 'Größe 😀', 'x'.repeat(100_000)]) {
    expect(isSealed(text, await seal(text), 'ab'.repeat(32))).toBe(true);
    expect(isSealed(`${text}.`, await seal(text), 'ab'.repeat(32))).toBe(false);
  }
});

it('a long file is sealed as a short one, and read only as it was written', async () => {
  const text = 'Größe 😀\n'.repeat(5_000);
  const sealed = await withSealLong('a', text, 'key');
  expect(sealed).toBe(withSeal('a', text, 'key'));
  expect(unsealed('a', sealed, 'key')).toBe(text);
  expect(await unsealedLong('a', sealed, 'key')).toBe(text);
  expect(await unsealedLong('b', sealed, 'key')).toBeNull();
  expect(await unsealedLong('a', sealed.replace('Größe', 'Grosse'), 'key')).toBeNull();
  expect(await unsealedLong('a', text, 'key')).toBeNull();
});
