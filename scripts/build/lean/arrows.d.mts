export function asArrows(code: string): string;
