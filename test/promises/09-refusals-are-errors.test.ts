import { silentRun } from '../../src/base';
import { detectRefusal, withFallback } from '../../src/model';
import { says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { ask, createFixture, citySchema, errorOf } from '../model/support';

/**
 * Promise 9: a refusal, an empty or a cut-off answer is an error with a name, not a result; the same work runs once on the
 * other model where one is configured, and both are shown.
 */

const refusals: Readonly<Record<string, readonly string[]>> = {
  en: [
    "I'm sorry, but I can't help with that.",
    'I cannot assist with this request.',
    'As an AI language model, I am unable to do that.',
    'I’m unable to help with that.',
  ],
  de: ['Dabei kann ich dir leider nicht helfen.', 'Es tut mir leid, aber ich kann diese Anfrage nicht beantworten.'],
  fr: ['Je suis désolé, mais je ne peux pas vous aider.', 'Je ne peux pas répondre à cette demande.'],
  es: ['Lo siento, no puedo ayudarte con eso.', 'No puedo proporcionar esa información.'],
  pt: ['Desculpe, não posso ajudar com isso.', 'Não consigo atender a esse pedido. Não posso ajudar.'],
  it: ['Mi dispiace, ma non posso aiutarti.', 'Non sono in grado di rispondere a questa richiesta.'],
  nl: [
    'Sorry, daar kan ik je niet mee helpen. Ik kan je hier niet bij helpen.',
    'Het spijt me, maar ik kan dat niet doen.',
  ],
  ru: ['Извините, но я не могу помочь с этим.', 'К сожалению, не могу ответить на этот вопрос.'],
  uk: ['Вибачте, але я не можу допомогти з цим.'],
  pl: ['Przykro mi, ale nie mogę w tym pomóc.', 'Niestety nie mogę odpowiedzieć na to pytanie.'],
  tr: ['Üzgünüm, bu konuda yardımcı olamam.'],
  ar: ['عذراً، لا أستطيع مساعدتك في هذا الطلب.'],
  fa: ['متأسفم، نمی‌توانم به شما کمک کنم.'],
  hi: ['क्षमा करें, मैं इसमें मदद नहीं कर सकता।'],
  zh: ['你好,我无法给到相关内容', '抱歉,我不能回答这个问题。', '很抱歉,我無法提供協助。'],
  ja: ['申し訳ありませんが、そのご要望にはお応えできません。', 'そのリクエストにはお手伝いできません。'],
  ko: ['죄송합니다. 요청하신 내용은 도와드릴 수 없습니다.'],
  vi: ['Xin lỗi, tôi không thể giúp bạn việc này.'],
  id: ['Maaf, saya tidak dapat membantu permintaan ini.'],
};

/** Asked and read in the language of the answer, so that its script gives nothing away. */
const inItsLanguage = (answer: string, language: string) => ({
  answer,
  question: readers[language] ?? 'What does it say?',
  sources: [],
  workDone: 0,
});
const readers: Readonly<Record<string, string>> = {
  ru: 'Что там?',
  uk: 'Що там?',
  ar: 'ما هذا؟',
  fa: 'این چیست؟',
  hi: 'यह क्या है?',
  zh: '这是什么意思?',
  ja: 'これは何ですか?',
  ko: '이것은 무엇입니까?',
};

describe.each(Object.entries(refusals))('a refusal in %s', (language, texts) => {
  it.each(texts)('%s', (text) => {
    expect(detectRefusal(inItsLanguage(text, language))?.kind).toBe('phrase');
  });
});

describe('an answer that is not a refusal', () => {
  it.each([
    ['an honest gap', 'That is not in the wiki.', 'Who founded it?'],
    ['an honest gap, more polite', "I'm afraid the pages do not say who founded it.", 'Who founded it?'],
    ['a gap of the sources', 'I cannot answer that from these pages; none of them names a founder.', 'Who founded it?'],
    ['an apology that someone else made', 'The minister said she was sorry and resigned.', 'What happened?'],
    ['somebody who could not help', 'The doctor could not help him, and he died in 1851.', 'What happened?'],
    ['German', 'Die Stadt konnte nicht helfen; das Geld war ausgegeben.', 'Was geschah?'],
    ['French', 'Le roi ne pouvait pas aider la ville.', 'Que s’est-il passé ?'],
    ['Spanish', 'La ciudad no pudo pagar.', '¿Qué pasó?'],
    ['Chinese', '里昂是法国第三大城市,人口约五十二万。', '里昂是什么城市?'],
    ['Japanese', 'リヨンはフランスの都市で、人口は約52万人です。', 'リヨンとは?'],
    ['Russian', 'Лион — город во Франции.', 'Что такое Лион?'],
    ['one word', 'Lyon', 'Which city?'],
    ['a number', '42', 'How many?'],
  ])('%s', (_, answer, question) => {
    expect(detectRefusal({ answer, question, sources: [], workDone: 0 })).toBeNull();
  });

  it('a long answer that contains such a sentence', () => {
    const answer = `The report quotes a clerk: "I cannot help with that." ${'It goes on to describe the case at length. '.repeat(12)}`;
    expect(detectRefusal({ answer, question: 'What does it say?', sources: [], workDone: 0 })).toBeNull();
  });

  it('a sentence that is in the source itself', () => {
    const answer = 'I cannot help with that.';
    const sources = [`The clerk said: "${answer}" Then he left.`];
    expect(detectRefusal({ answer, question: 'What did the clerk say?', sources, workDone: 0 })).toBeNull();
  });

  it('silence after work', () => {
    expect(detectRefusal({ answer: ' ', question: 'x', sources: [], workDone: 3 })).toBeNull();
    expect(detectRefusal({ answer: ' ', question: 'x', sources: [], workDone: 0 })?.kind).toBe('empty');
  });
});

describe('an answer in a script that neither the source nor the wiki uses', () => {
  const chinese = '里昂是法国第三大城市,人口约五十二万。';
  it.each([
    ['the asker does not use it', chinese, 'Which city?', ['Lyon is a city.'], 'script'],
    ['the asker does', chinese, '哪个城市?', ['Lyon is a city.'], undefined],
    ['a source does', chinese, 'Which city?', ['里昂'], undefined],
    [
      'names in it do not count',
      'The company 小米科技 makes phones.',
      'Which company?',
      ['Xiaomi makes phones.'],
      undefined,
    ],
    [
      'a Latin product name for a Chinese reader',
      'iPhone 15 Pro Max',
      '是什么手机?',
      ['苹果公司的 iPhone 手机'],
      undefined,
    ],
    ['a Latin sentence for readers without any', 'Lyon is a city.', 'Что это?', ['Город'], 'script'],
    ['Japanese for a Chinese asker shares characters', '東京は日本の首都です。', '东京是什么?', [], undefined],
    ['nothing to compare with', chinese, '?', ['123'], undefined],
  ])('%s', (_, answer, question, sources, kind) => {
    expect(detectRefusal({ answer, question, sources, workDone: 0 })?.kind).toBe(kind);
  });
});

describe('over the wire', () => {
  let first: ModelServer;
  let second: ModelServer;
  beforeAll(async () => {
    first = await ModelServer.start();
    second = await ModelServer.start();
  });
  afterAll(() => Promise.all([first.close(), second.close()]));

  const languages = ['en', 'de', 'fr', 'es', 'zh'];
  it.each(languages)('a refusal in %s is an error, and the other model does the work', async (language) => {
    first.script(says(refusals[language]![0]!));
    second.script(says('{"name":"Lyon","people":520000}'));
    const primary = createFixture(first).model;
    const request = { ...ask('Which city?'), schema: citySchema };
    const error = await errorOf(primary.ask(request, silentRun));
    expect(error.code).toBe('living-wiki:model_refused');
    expect(error.message).toContain(refusals[language]![0]!.slice(0, 10));
    const fallback = createFixture(second, {}, { model: 'second' }).model;
    const answer = await withFallback(primary, fallback).ask(request, silentRun);
    expect(answer.data.name).toBe('Lyon');
    expect(answer.calls.map(({ model, outcome }) => [model, outcome])).toEqual([
      ['tiny', 'living-wiki:model_refused'],
      ['second', 'answered'],
    ]);
    expect(answer.usage.input).toBe(200);
    expect(second.asked).toHaveLength(1);
  });

  it('a refusal in the form that was asked for', async () => {
    first.script(says('{"answer":"I\'m sorry, but I can\'t help with that."}'));
    expect((await errorOf(createFixture(first).model.ask(ask('Which city?'), silentRun))).code).toBe(
      'living-wiki:model_refused',
    );
  });

  it.each([
    ['empty', says(''), 'living-wiki:model_empty_answer'],
    ['cut off', says('Lyon is', { finish: 'length' }), 'living-wiki:model_cut_off'],
  ])('an answer that is %s; when the other model fails too, both are in the error', async (_, behaviour, code) => {
    first.script(behaviour);
    second.script(behaviour);
    const both = withFallback(createFixture(first).model, createFixture(second, {}, { model: 'second' }).model);
    const error = await errorOf(both.ask(ask('Which city?'), silentRun));
    expect(error.code).toBe(code);
    expect(error.calls.map(({ model, outcome }) => [model, outcome])).toEqual([
      ['tiny', code],
      ['second', code],
    ]);
  });
});
