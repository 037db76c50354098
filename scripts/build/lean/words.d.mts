export function packWords(text: string): string;
