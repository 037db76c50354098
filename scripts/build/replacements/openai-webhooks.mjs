// Replaces openai's resources/webhooks, which verify signatures with Node's Buffer. Nothing here receives webhooks.
export class Webhooks {}
