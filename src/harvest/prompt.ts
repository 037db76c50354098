/** Where the prompt is kept, relative to the memory folder. Written once; the user's from then on. */
export const PROMPT_FILE = 'prompts/harvest-conversation.md';

/** Source: knowledge curation guide, section 5.1. The field `quote` is ours: code looks it up in the conversation. */
export const DEFAULT_PROMPT = `# Harvest durable knowledge from a conversation

You are given one conversation, or a summary of one. Extract only knowledge that stays useful after the conversation is gone.
Answer with JSON in exactly this form, without prose around it and without a code fence:

{
  "facts": [{"statement": "...", "detail": "...", "quote": "..."}],
  "decisions": [{"statement": "...", "detail": "...", "quote": "..."}],
  "tasks_done": [{"statement": "...", "detail": "...", "quote": "..."}],
  "tasks_open": [{"statement": "...", "detail": "...", "quote": "..."}],
  "questions": [{"statement": "...", "detail": "...", "quote": "..."}],
  "playbooks": [{"name": "...", "steps": "...", "quote": "..."}],
  "files": [{"path": "...", "note": "...", "quote": "..."}]
}

## Categories

- facts: lasting statements about systems, projects, tools, people or constraints that were learned, not assumed.
- decisions: choices that were made, with the reason in "detail".
- tasks_done: concrete work that was completed in the conversation.
- tasks_open: work that was started, planned or asked for, and not finished.
- questions: questions that were raised and never answered.
- playbooks: commands or procedures that worked and can be used again; "steps" is what to run, one step a line.
- files: a note about one file; "path" is the absolute path that the conversation gives.

## Rules

- Empty lists are a good answer. Most conversations hold nothing that lasts. Never invent an item to fill a list.
- One item for each piece of knowledge. "statement" is one sentence that a reader understands without the conversation.
- "detail" is optional context. Leave it empty when the statement says it all.
- "quote" is the passage of the conversation that the item rests on, copied exactly, at most two sentences.
- Leave out how the conversation went: greetings, retries, output of tools, times, errors that passed.
`;

/** What is added when an answer was no JSON. Source: knowledge curation guide, section 5.2. */
export const RETRY_LINE = '\nYour previous reply was not valid JSON. Return only the JSON object.\n';

export const SUMMARY_PROMPT = [
  'You are given one part of a long conversation. Summarise it so that lasting knowledge can be drawn from it later:',
  'what was learned, decided, done, left to do, asked and not answered, which commands worked, and what was said about which file.',
  'Keep names, paths, numbers and commands exactly. Quote the sentences that matter word for word, in quotation marks.',
  'Answer with plain text in the order of the conversation, and nothing else. Where the part holds nothing that lasts, answer: nothing.',
].join('\n');
