/** The bytes of a text in a legacy encoding, found by decoding all byte sequences with the platform's decoder. */
export function encode(text: string, label: string): Uint8Array {
  const table = new Map<string, number[]>();
  const decoder = new TextDecoder(label);
  const add = (bytes: number[]): void => {
    const char = decoder.decode(new Uint8Array(bytes));
    if (Array.from(char).length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, bytes);
  };
  for (let a = 0; a < 256; a += 1) add([a]);
  if (!/^(?:windows|iso|koi8)/u.test(label)) {
    for (let a = 0x81; a < 0xff; a += 1) for (let b = 0x40; b < 0xff; b += 1) add([a, b]);
  }
  return new Uint8Array(
    Array.from(text).flatMap((char) => {
      const bytes = table.get(char);
      if (bytes === undefined) throw new Error(`${label} has no "${char}"`);
      return bytes;
    }),
  );
}

export const RUSSIAN =
  'Машина никогда не была закончена. Она стояла в Лондоне, и никто не знал, что она умеет считать и ткать узоры.';
export const JAPANESE =
  'この機械は完成しなかった。ロンドンにあり、それが計算できることを誰も知らなかった。織物の模様も作れた。';
export const CHINESE =
  '这台机器从未完成。它在伦敦，没有人知道它会计算，也会织出花纹。我们可以让它做我们知道如何命令它做的事情。';
export const KOREAN =
  '이 기계는 완성되지 않았다. 런던에 있었고 아무도 그것이 계산할 수 있다는 것을 몰랐다. 무늬도 짤 수 있었다.';
export const GERMAN =
  'Die Maschine wurde nie fertig. Für die Brüder wäre es schöner gewesen, und über die Größe ließ sich streiten.';
export const GREEK =
  'Η μηχανή δεν ολοκληρώθηκε ποτέ. Ήταν στο Λονδίνο και κανείς δεν ήξερε ότι μπορεί να υπολογίζει και να υφαίνει.';
