export function hollow(code: string): string;
export function withoutMethods(code: string, methods: Readonly<Record<string, readonly string[]>>): string;
