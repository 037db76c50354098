export function withoutKeys(text: string, english: string): string;
