import fc from 'fast-check';
import { BUILTIN_KINDS, isSubtype, kindName, typeName, typeOf } from '../../src/workspace';
import { manifestOf } from './builders';

const types = (...entityTypes: { name: string; parent?: string }[]) => manifestOf({ entityTypes });

describe('kinds and type names', () => {
  it.each([
    ['entity', 'Entity'],
    ['market-signal', 'MarketSignal'],
    ['q4-target', 'Q4Target'],
    ['type2', 'Type2'],
  ])('%s is %s, both ways', (kind, type) => {
    expect(typeName(kind)).toBe(type);
    expect(kindName(type)).toBe(kind);
  });

  it.each([
    ['APIEndpoint', 'api-endpoint'],
    ['HTTP', 'http'],
    ['A', 'a'],
  ])('%s reads as %s', (type, kind) => expect(kindName(type)).toBe(kind));

  it('convert into each other without loss', () => {
    const kind = fc.stringMatching(/^[a-z][a-z0-9]{1,6}(-[a-z][a-z0-9]{1,6}){0,3}$/);
    fc.assert(fc.property(kind, (text) => expect(kindName(typeName(text))).toBe(text)));
  });

  it('a declared type keeps its own spelling', () => {
    const manifest = types({ name: 'APIEndpoint' }, { name: 'MarketSignal' });
    expect(typeOf('api-endpoint', manifest)).toBe('APIEndpoint');
    expect(typeOf('market-signal', manifest)).toBe('MarketSignal');
    expect(typeOf('deal', manifest)).toBe('Deal');
  });

  it('include five that always exist', () => {
    expect(BUILTIN_KINDS).toEqual(['entity', 'concept', 'summary', 'comparison', 'timeline']);
  });
});

describe('isSubtype', () => {
  const manifest = types(
    { name: 'Person' },
    { name: 'Investor', parent: 'Person' },
    { name: 'Angel', parent: 'Investor' },
    { name: 'Ping', parent: 'Pong' },
    { name: 'Pong', parent: 'Ping' },
    { name: 'Member', parent: 'Entity' },
  );

  it.each([
    ['Angel', 'Person', true],
    ['Angel', 'Angel', true],
    ['Angel', '*', true],
    ['Unknown', '*', true],
    ['Unknown', 'Unknown', true],
    ['Person', 'Angel', false],
    ['Ping', 'Pong', true],
    ['Ping', 'Person', false],
    ['Member', 'Entity', true],
    ['constructor', 'Object', false],
  ])('%s below %s: %s', (type, ancestor, expected) => expect(isSubtype(type, ancestor, manifest)).toBe(expected));
});
