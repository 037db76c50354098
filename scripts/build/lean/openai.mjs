import { edit, hollow, importLeftOut, onModule, withoutMethods } from './edit.mjs';

/**
 * Of the `openai` package we use the client itself: addresses, headers, errors and the reading of event streams. Its hundred
 * resource classes, helpers on top of them, retries, pages, uploads, logging and other ways to sign in are left out. It
 * also reads environment variables and tells servers about the machine; neither is wanted, in the terminal as little as
 * in the app.
 */
export const leanOpenai = {
  name: 'lean-openai',
  setup(build) {
    const on = (file, change) => onModule(build, 'openai', file, change);
    on(String.raw`(?:resources|lib)/.+\.mjs`, () => 'export {};');
    on(String.raw`(?:azure|bedrock)\.mjs`, hollow);
    on(
      String.raw`(?:auth/workload-identity-auth|core/(?:pagination|uploads)|internal/(?:parse|provider|to-file|uploads))\.mjs`,
      hollow,
    );
    on(String.raw`internal/(?:qs/stringify|utils/(?:query|uuid|sleep))\.mjs`, hollow);
    on(String.raw`internal/utils/env\.mjs`, () => 'export const readEnv = () => undefined;');
    on(
      String.raw`internal/detect-platform\.mjs`,
      () => 'export const isRunningInBrowser = () => false; export const getPlatformHeaders = () => ({});',
    );
    on(
      String.raw`internal/utils/log\.mjs`,
      () =>
        `const silent = () => {};
         const logger = { error: silent, warn: silent, info: silent, debug: silent };
         export const loggerFor = () => logger, parseLogLevel = () => 'off', formatRequestDetails = silent;`,
    );
    on(String.raw`internal/shims\.mjs`, (code) => importLeftOut + edit(code, unusedShims));
    on(String.raw`client\.mjs`, (code) =>
      withoutMethods(edit(code, unused), {
        OpenAI: [
          ...['withOptions', 'retryRequest', 'calculateDefaultRetryTimeoutMillis', 'getAPIList', 'requestAPIList'],
          ...['makeStatusError', 'shouldRetry', 'defaultIdempotencyKey', 'delete', 'patch', 'put', 'stringifyQuery'],
        ],
      }),
    );
    on(String.raw`core/api-promise\.mjs`, (code) =>
      withoutMethods(code, { APIPromise: ['_thenUnwrap', 'parse', 'withResponse'] }),
    );
    on(String.raw`core/error\.mjs`, (code) => withoutMethods(code, { APIError: ['generate'] }));
    on(String.raw`core/streaming\.mjs`, (code) =>
      withoutMethods(code, { Stream: ['fromReadableStream', 'tee', 'toReadableStream'] }),
    );
  },
};

/**
 * What `transport.ts` never asks for: other ways to sign in, a browser's permission, headers out of the environment, retries, bodies
 * that stream. An answer that is no success never gets here either: its `fetch` throws it.
 */
const UNASKED = new RegExp(
  `^(?:${[
    'provider|apiKey && workloadIdentity|workloadIdentity|!providerRuntime && .*',
    String.raw`this\._provider|this\._workloadIdentityAuth(?: && .*)?|response instanceof OAuthError .*`,
    String.raw`!options\.dangerouslyAllowBrowser && .*|customHeadersEnv|this\.idempotencyHeader && .*`,
    String.raw`!response\.ok|retriesRemaining && .*|isStreamingBody`,
  ].join('|')})$`,
);

/** In the client: the above, and imports and fields of resources, what hangs at the class for the sake of a short name, log lines. */
function unused(node, ancestors, code) {
  if (node.type === 'ImportDeclaration' && node.source.value.startsWith('./resources/')) return '';
  if (node.type === 'FunctionDeclaration' && node.id.name === 'getConnectionErrorMessage') {
    return 'function getConnectionErrorMessage() {}';
  }
  if (node.type === 'IfStatement') return UNASKED.test(code.slice(node.test.start, node.test.end)) ? ';' : undefined;
  if (node.type !== 'ExpressionStatement') return undefined;
  const { expression } = node;
  if (expression.type === 'AssignmentExpression') {
    const { left, right } = expression;
    const isResource = right.type === 'NewExpression' && right.callee.object?.name === 'API';
    const isShortName =
      ancestors.length === 2 && left.object?.name === 'OpenAI' && left.property.name !== 'DEFAULT_TIMEOUT';
    return isResource || isShortName ? ';' : undefined;
  }
  const isLog = expression.type === 'CallExpression' && expression.callee.object?.callee?.name === 'loggerFor';
  return isLog ? ';' : undefined;
}

/** `transport.ts` gives a `fetch`, and no body that streams. */
function unusedShims({ type, id }) {
  const isUnused =
    type === 'FunctionDeclaration' && ['getDefaultFetch', 'makeReadableStream', 'ReadableStreamFrom'].includes(id.name);
  return isUnused ? `function ${id.name}() { return leftOut('${id.name}')(); }` : undefined;
}
