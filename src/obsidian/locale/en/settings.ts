/** Text of the settings tab. */
export const settings = {
  loading: 'Loading…',
  wiki: {
    heading: 'Wiki',
    folder: 'Wiki to open',
    folderWhat: 'Lists every folder of this vault that contains a wiki.',
    first: 'First wiki found',
  },
  automation: {
    heading: 'Automation',
    watch: 'Watch for new sources',
    watchWhat: 'Shows files in the sources folder that have not been ingested yet.',
    lint: 'Check pages as they change',
    lintWhat: 'When off, pages are checked only when you select “Check now” in the lint panel.',
    propose: 'Ingest new sources automatically',
    proposeWhat:
      'Reads each new source, within your limits, and creates a proposal. Nothing is applied without your review.',
  },
  model: {
    heading: 'Language model',
    what: 'Without a model, the built-in curator works from quotes and links, and nothing leaves this device.',
    curator: 'Read sources with',
    curatorModel: 'Chosen model',
    curatorBuiltIn: 'Built-in curator',
    provider: 'Provider',
    noProvider: 'None',
    address: 'Server address',
    addressWhat: 'Usually ends in /v1. Leave empty to use the provider’s address.',
    plainHttp: 'Use without encryption',
    plainHttpWhat:
      'This server is on another computer, and its address begins with http://. It is not used until you agree.',
    key: 'API key',
    keyWhat: 'Kept in Obsidian’s secret storage on this device, never in the vault.',
    noKeyNeeded: 'Not needed for this provider.',
    name: 'Model',
    nameWhat: 'Name of the model on the server. Test the connection to choose from a list.',
    noModel: 'None',
    fallback: 'Fallback model',
    fallbackWhat: 'Asked once when the first model refuses or returns nothing usable.',
    transcription: 'Transcription model',
    transcriptionWhat: 'Leave empty to use the server’s default.',
    embedding: 'Embedding model',
    embeddingWhat:
      'Ranks search results by meaning. Sends your search and up to 50 passages to this server. Leave empty to turn off.',
    test: 'Test connection',
    testWhat:
      'Loads the list of models, asks the model one short question, and sends one word to the embedding model, if one is set.',
    testing: 'Testing…',
    used: (cost: string): string => `The test used ${cost}.`,
    language: 'Language of new pages',
    languageWhat: 'For example, English. Leave empty to use the language of the source.',
    verify: 'Check new text',
    verifyWhat: 'The model is asked once more to compare each new sentence with its source and to correct it.',
    verifyChoices: { '': 'Where the price is known and low', on: 'Always', off: 'Never' },
    maxPages: 'Maximum pages',
    maxPagesWhat:
      'How many pages one source may create or change. Leave empty for no limit. The proposal names the pages that were left out.',
  },
  plainHttp: {
    title: 'Send data without encryption?',
    text: (address: string): string =>
      `Others on the network can read everything that is sent to ${address}: your sources, pages, questions and API key. Agree only for a server and a network that you trust.`,
    cancel: 'Cancel',
  },
  limits: {
    heading: 'Limits and prices',
    jobTokens: 'Tokens per run',
    jobMoney: 'Cost per run',
    dayTokens: 'Tokens per day',
    dayMoney: 'Cost per day',
    none: 'Leave empty for no limit.',
    needsPrice: 'Leave empty for no limit. With a limit, only models with a known price are used.',
    noLimit: 'No limit',
    currency: 'Currency',
    prices: 'Model prices',
    pricesWhat:
      'One model per line: its name, then the price per million input and output tokens, for example “gpt-4o 2.5 10”. Add a third number for cached input. For recordings, enter a price per minute: “whisper-1 minute 0.006”. “*” matches any characters.',
    pricesBad: (line: number): string =>
      `Line ${line}: enter a model and its prices, such as “gpt-4o 2.5 10” or “whisper-1 minute 0.006”.`,
  },
  privacy: {
    heading: 'Privacy',
    none: 'Nothing is sent. No language model is set up, and the plugin has no telemetry, crash reports or update checks.',
    sent: (server: string, when: string): string =>
      `Sent to ${server} ${when}: the sources being read with their images and recordings, the pages they may affect, the rules of the wiki, your reasons for rejecting changes, your open questions, and your questions to the wiki with the pages read to answer them. Nothing else is sent, and nothing goes to anyone else.`,
    thisComputer: (address: string): string => `${address} (this computer)`,
    automatically: 'automatically for each new source, and when you ingest sources or ask the wiki',
    onRequest: 'only when you ingest sources or ask the wiki',
    searches: (address: string): string => `Searches and up to 50 matching passages are sent to ${address}. `,
    unset: 'A server is set but no model is chosen. Nothing is sent except by “Test connection”.',
  },
} as const;
