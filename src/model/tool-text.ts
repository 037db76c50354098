import { repairJson } from './repair';
import { type Message, type ToolCall, type ToolSpec } from './types';

/** For servers without tool calls: instructions for calling a tool in plain text. */
export function describeTools(tools: readonly ToolSpec[], hasSchema: boolean): string {
  const list = tools.map(
    ({ name, description, parameters }) => `- ${name}: ${description}\n  arguments: ${JSON.stringify(parameters)}`,
  );
  return [
    'You may use these tools:',
    ...list,
    'To use one, answer with this JSON object and nothing else: {"tool": "its name", "arguments": {}}',
    hasSchema
      ? 'When you need no more tools, give the final answer.'
      : 'When you need no more tools, answer in plain text.',
  ].join('\n');
}

/** Rewrites a conversation with tool calls as plain text. */
export function replaceToolMessages(messages: readonly Message[]): readonly Message[] {
  return messages.map((message): Message => {
    if (message.role === 'tool') {
      return { role: 'user', content: `Result of the tool "${message.name}":\n${message.text}` };
    }
    if (message.role !== 'assistant' || message.toolCalls === undefined || message.toolCalls.length === 0)
      return message;
    const calls = message.toolCalls.map((call) => {
      const read = repairJson(call.arguments);
      return JSON.stringify({ tool: call.name, arguments: read.ok ? read.value : {} });
    });
    return { role: 'assistant', text: [message.text, ...calls].filter((part) => part !== '').join('\n') };
  });
}

/** Reads a tool call in the form that {@link describeTools} asks for; `null` if the text is an answer. */
export function parseToolCall(text: string, tools: readonly ToolSpec[]): ToolCall | null {
  const read = repairJson(text);
  if (!read.ok || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) return null;
  const { tool, name, arguments: args } = read.value as Record<string, unknown>;
  const wanted = typeof tool === 'string' ? tool : name;
  if (typeof wanted !== 'string' || (tool === undefined && !tools.some((each) => each.name === wanted))) return null;
  return { id: 'call-1', name: wanted, arguments: JSON.stringify(args ?? {}) };
}
